import type { Role } from './roles.ts';

/** Words that point to a role. A phrase of several words matches where they stand next to one another. */
export interface RoleWords {
  readonly role: Exclude<Role, 'plain'>;
  /** Found anywhere among the words of the name. */
  readonly anywhere?: readonly string[];
  /** Only where the name ends with it: `customerId`, not `idleMinutes`. */
  readonly last?: readonly string[];
  /** Only where it is the whole name: `to`, not `dateTo`. */
  readonly whole?: readonly string[];
}

/** Roles by the `format` of a schema. */
export const roleByFormat: Readonly<Record<string, Role>> = Object.freeze({
  email: 'destination',
  'idn-email': 'destination',
  hostname: 'destination',
  'idn-hostname': 'destination',
  ipv4: 'destination',
  ipv6: 'destination',
  uri: 'url',
  url: 'url',
  iri: 'url',
  'uri-reference': 'url',
  'iri-reference': 'url',
  'uri-template': 'template',
  uuid: 'resource',
  guid: 'resource',
});

/** Roles by the words of an argument's name. The first row that matches counts. */
export const roleByName: readonly RoleWords[] = Object.freeze([
  {
    role: 'secret',
    anywhere: [
      'password',
      'passphrase',
      'passwd',
      'secret',
      'credential',
      'credentials',
      'apikey',
      'api key',
      'private key',
      'access key',
      'otp',
      'pin code',
      'bearer',
      'authorization',
      'cvv',
      'cvc',
    ],
    last: ['token', 'pin'],
  },
  { role: 'sql', anywhere: ['sql'], last: ['where clause', 'order by'] },
  {
    role: 'code',
    anywhere: ['script', 'shell', 'javascript', 'python', 'expression', 'eval', 'bash'],
    last: ['code', 'command', 'cmd', 'program', 'formula', 'regex', 'regexp'],
  },
  { role: 'template', anywhere: ['template'] },
  {
    role: 'path',
    anywhere: ['path', 'filename', 'filepath', 'directory', 'folder', 'dirname', 'cwd'],
    last: ['file', 'dir', 'file name'],
  },
  {
    role: 'destination',
    anywhere: [
      'recipient',
      'recipients',
      'destination',
      'payee',
      'beneficiary',
      'receiver',
      'addressee',
      'iban',
      'bic',
      'email',
      'e mail',
      'phone',
      'mobile',
      'msisdn',
      'host',
      'hostname',
      'domain',
      'account number',
      'wallet',
      'send to',
      'reply to',
      'forward to',
      'ship to',
      'deliver to',
      'transfer to',
      'pay to',
      'attendees',
      'invitees',
    ],
    last: ['address', 'channel', 'mailbox', 'account', 'phone number', 'topic', 'queue', 'bucket', 'server'],
    whole: ['to', 'cc', 'bcc', 'target', 'participants'],
  },
  {
    role: 'url',
    anywhere: ['url', 'urls', 'uri', 'href', 'webhook', 'callback', 'redirect', 'endpoint', 'website'],
    last: ['link', 'links'],
  },
  {
    role: 'amount',
    anywhere: [
      'amount',
      'price',
      'cost',
      'total',
      'sum',
      'fee',
      'quantity',
      'qty',
      'cents',
      'balance',
      'budget',
    ],
    last: ['value', 'count', 'units', 'limit', 'discount', 'percent', 'percentage', 'rate'],
  },
  {
    role: 'resource',
    last: ['id', 'ids', 'uuid', 'guid', 'key', 'ref', 'reference', 'number', 'slug', 'sku', 'iid'],
  },
  {
    role: 'content',
    anywhere: [
      'body',
      'message',
      'text',
      'subject',
      'comment',
      'note',
      'notes',
      'description',
      'reason',
      'title',
    ],
    last: [
      'content',
      'contents',
      'summary',
      'memo',
      'caption',
      'html',
      'markdown',
      'prompt',
      'remark',
      'remarks',
    ],
  },
]);

/** Roles by what a description says of an argument, where format and name said nothing. */
export const roleByDescription: readonly RoleWords[] = Object.freeze([
  {
    role: 'secret',
    anywhere: ['password', 'api key', 'secret', 'access token', 'credential', 'credentials'],
  },
  { role: 'sql', anywhere: ['sql'] },
  { role: 'code', anywhere: ['source code', 'shell command', 'script', 'javascript', 'python'] },
  { role: 'template', anywhere: ['template'] },
  { role: 'path', anywhere: ['file path', 'path to', 'filename', 'file name', 'directory', 'folder'] },
  {
    role: 'destination',
    anywhere: [
      'recipient',
      'recipients',
      'email address',
      'e mail address',
      'phone number',
      'iban',
      'hostname',
      'host name',
      'send to',
      'sent to',
      'deliver to',
      'delivered to',
      'payee',
      'beneficiary',
      'account number',
    ],
  },
  { role: 'url', anywhere: ['url', 'uri', 'web address', 'link to', 'webhook', 'endpoint'] },
  { role: 'amount', anywhere: ['amount', 'price', 'how much', 'how many', 'quantity', 'in cents'] },
  { role: 'resource', anywhere: ['id', 'identifier', 'uuid', 'id of'] },
  { role: 'content', anywhere: ['free text', 'body of', 'text of', 'message'] },
]);
