import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Something that answers web requests, such as an inbox. */
interface Answering {
  fetch(request: Request): Response | Promise<Response>;
}

/** A server on this machine's loopback addresses. */
export interface ServedOnLoopback {
  /** Where it is reached, without a slash at the end. */
  readonly address: string;
  /** Ends it, with the connections that are open. */
  close(): Promise<void>;
}

/**
 * Serves on the loopback addresses, 127.0.0.1 and, where there is one, ::1; no other machine reaches it. `port` 0
 * takes a free one. `appFor` is told under which values of `Host` it is reached. Rejects with the system's error where
 * the port cannot be had.
 */
export async function serveOnLoopback(
  port: number,
  appFor: (hosts: readonly string[]) => Answering,
): Promise<ServedOnLoopback> {
  const first = createServer();
  const taken = await listen(first, port, '127.0.0.1');
  const app = appFor([`127.0.0.1:${taken}`, `[::1]:${taken}`]);
  const respond = getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false });
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void respond(incoming, outgoing);
  first.on('request', listener);
  const second = createServer(listener);
  // The other address is a convenience: what is printed is the first one.
  const both = await listen(second, taken, '::1').then(
    () => true,
    () => false,
  );
  return {
    address: `http://127.0.0.1:${taken}`,
    close: async () => {
      await Promise.all((both ? [first, second] : [first]).map(ended));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
