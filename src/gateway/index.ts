export type {
  Acl,
  GatewayAnswerOptions,
  GatewayAskOptions,
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
  GatewayRejectOptions,
  GatewayRevokeOptions,
} from './gateway.ts';
export { openGateway } from './open-gateway.ts';
export type { Receipt } from './receipt.ts';
