export { conversationVerifies, newConversation } from './conversation.ts';
