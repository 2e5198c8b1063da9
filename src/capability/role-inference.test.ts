import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileSchema } from './compile-schema.ts';
import { roleByDescription, roleByFormat, roleByName } from './role-floor.ts';
import { rolesOf } from './role-inference.ts';
import { isRole, type Role } from './roles.ts';
import { words } from './words.ts';

async function inferred(
  schema: z.ZodType,
  declared: Record<string, Role> = {},
  targetArgument: string | null = null,
) {
  const compiled = await compileSchema(schema);
  if (!compiled.ok) throw new Error(compiled.problem);
  const sources = {
    json: compiled.schema.json,
    root: compiled.root,
    declared: new Map(Object.entries(declared)),
    targetArgument,
  };
  return Object.fromEntries(
    rolesOf(sources).map(({ argument, role, from }) => [argument, `${role} (${from})`]),
  );
}

test('values that the application listed itself are plain', async () => {
  expect(
    await inferred(
      z.object({
        size: z.enum(['S', 'M']),
        kind: z.literal('gift'),
        urgent: z.boolean(),
        maybe: z.boolean().nullable(),
        either: z.union([z.literal('a'), z.enum(['b', 'c'])]).optional(),
        many: z.array(z.enum(['x', 'y'])),
        password: z.boolean(),
      }),
    ),
  ).toEqual({
    size: 'plain (schema)',
    kind: 'plain (schema)',
    urgent: 'plain (schema)',
    maybe: 'plain (schema)',
    either: 'plain (schema)',
    many: 'plain (schema)',
    password: 'plain (schema)',
  });
});

test('formats say what a text is for, inside a list as well', async () => {
  expect(
    await inferred(z.object({ a: z.email(), b: z.url(), c: z.uuid(), d: z.array(z.email()), e: z.ipv4() })),
  ).toEqual({
    a: 'destination (format)',
    b: 'url (format)',
    c: 'resource (format)',
    d: 'destination (format)',
    e: 'destination (format)',
  });
});

test.each<[Role, readonly string[]]>([
  ['secret', ['password', 'newPassword', 'api_key', 'apiKey', 'accessToken', 'X-Api-Key', 'clientSecret']],
  ['sql', ['sql', 'rawSQL', 'sql_query']],
  ['code', ['code', 'shellCommand', 'python_script', 'expression', 'cmd']],
  ['template', ['template', 'template_id', 'emailTemplate']],
  ['path', ['path', 'filePath', 'output_dir', 'file', 'filename', 'cwd']],
  [
    'destination',
    [
      'to',
      'cc',
      'recipient',
      'recipients',
      'emailAddress',
      'phone_number',
      'iban',
      'sendTo',
      'host',
      'channel',
    ],
  ],
  ['url', ['url', 'callbackURL', 'webhook', 'href', 'redirect_uri', 'link']],
  ['amount', ['amount', 'totalAmount', 'price', 'qty', 'amount_cents', 'limit']],
  ['resource', ['id', 'orderId', 'order_id', 'customerIDs', 'sku', 'invoiceNumber']],
  ['content', ['body', 'message', 'subject', 'note', 'commentText', 'description']],
])('names that point to %s [D-023]', async (role, names) => {
  for (const name of names)
    expect([name, await inferred(z.object({ [name]: z.string() }))]).toEqual([
      name,
      { [name]: `${role} (name)` },
    ]);
});

test.each([
  'checkout',
  'tomato',
  'idle',
  'video',
  'dateTo',
  'hostess',
  'barcode',
  'pathology',
  'spinning',
  'sumo',
  'notebook',
  'urlaub',
])('%s merely contains the letters of such a name and has no role [B-086]', async (name) => {
  expect(await inferred(z.object({ [name]: z.string() }))).toEqual({ [name]: 'null (none)' });
});

test('a description helps where format and name say nothing', async () => {
  expect(
    await inferred(
      z.object({
        who: z.string().describe('E-mail address of the recipient'),
        x: z.int().describe('How much, in cents'),
        y: z.string().describe('A colour'),
      }),
    ),
  ).toEqual({ who: 'destination (description)', x: 'amount (description)', y: 'null (none)' });
});

test('an object has the most dangerous role of its members, if each of them has one', async () => {
  expect(
    await inferred(
      z.object({
        p: z.object({ amount: z.int(), iban: z.string(), urgent: z.boolean() }),
        q: z.object({ amount: z.int(), colour: z.string() }),
        r: z.object({ urgent: z.boolean() }),
        s: z.array(z.object({ iban: z.string() })),
        open: z.looseObject({ iban: z.string() }),
        any: z.any(),
      }),
    ),
  ).toEqual({
    p: 'destination (schema)',
    q: 'null (none)',
    r: 'plain (schema)',
    s: 'destination (schema)',
    open: 'null (none)',
    any: 'null (none)',
  });
});

test('a schema that contains itself ends', async () => {
  const node = z.object({
    get next() {
      return node.optional();
    },
  });
  expect(await inferred(z.object({ chain: node }))).toEqual({ chain: 'null (none)' });
});

test('what is declared counts, and plain is the only waiver [D-023]', async () => {
  const schema = z.object({ token: z.string(), colour: z.string(), orderRef: z.string() });
  expect(await inferred(schema, { token: 'resource', colour: 'plain' }, 'orderRef')).toEqual({
    token: 'resource (declared)',
    colour: 'plain (declared)',
    orderRef: 'resource (declared)',
  });
});

test('without a JSON Schema only declarations and the target are known', () => {
  expect(
    rolesOf({ json: null, root: null, declared: new Map([['to', 'plain']]), targetArgument: 'orderId' }),
  ).toEqual([
    { argument: 'to', role: 'plain', from: 'declared' },
    { argument: 'orderId', role: 'resource', from: 'declared' },
  ]);
});

test('the floor holds words as they are compared, and no table gives plain', () => {
  for (const { role, anywhere = [], last = [], whole = [] } of [...roleByName, ...roleByDescription]) {
    expect(isRole(role)).toBe(true);
    for (const phrase of [...anywhere, ...last, ...whole]) expect(words(phrase).join(' ')).toBe(phrase);
  }
  expect([...roleByName, ...roleByDescription].map(({ role }) => String(role))).not.toContain('plain');
  expect(Object.values(roleByFormat)).not.toContain('plain');
});

test.each([
  ['orderID', ['order', 'id']],
  ['HTTPServerURL', ['http', 'server', 'url']],
  ['order_id-2.name', ['order', 'id', '2', 'name']],
  ['ibanDE', ['iban', 'de']],
  ['Zahlungsempfänger', ['zahlungsempfänger']],
  ['address2Line', ['address2', 'line']],
  ['', []],
])('the words of %s', (name, expected) => {
  expect(words(name)).toEqual(expected);
});
