export { inboxApp } from './app.ts';
export { type ServedOnLoopback, serveOnLoopback } from './serve.ts';
export { SignIn } from './sign-in.ts';
