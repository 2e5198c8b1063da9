export type {
  Acl,
  AnswerOptions,
  AskOptions,
  Gateway,
  GatewayApproved,
  GatewayAsked,
  GatewayKnown,
  GatewayRefusal,
  GatewayRejected,
  GatewayRevoked,
  GatewayThrottled,
  GatewayVerified,
  GatewayVoted,
  RejectOptions,
  RevokeOptions,
} from './gateway.ts';
export { openGateway } from './open-gateway.ts';
export type { Receipt } from './receipt.ts';
