import { posix } from 'node:path';
import { parseSync, type Program, Visitor } from 'oxc-parser';
import * as rules from './architecture.ts';

/** A place where src and its rules differ. `file` is relative to src. */
export interface Violation {
  readonly rule:
    | 'direction'
    | 'driver'
    | 'cycle'
    | 'package'
    | 'impure'
    | 'name'
    | 'length'
    | 'export'
    | 'transaction'
    | 'barrel'
    | 'doc';
  readonly file: string;
  readonly detail: string;
}

/** The files of src by path relative to it (`json/strict.ts`), with their text. */
export type Sources = ReadonlyMap<string, string>;

interface Module {
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  /** Specifiers of imports and re-exports, types and dynamic ones included. */
  readonly imports: readonly string[];
  /** Values that another file declares; a type changes nothing about what is loaded. */
  readonly passesOn: boolean;
  readonly starExports: boolean;
  readonly defaultExport: boolean;
  /** End offset of each doc comment. */
  readonly docs: readonly number[];
}

/** Everything in which the sources break the rules; empty when they keep them. */
export function check(sources: Sources): readonly Violation[] {
  const modules = [...sources].map(([file, text]) => read(file, text));
  const product = modules.filter((module) => !isTest(module.file));
  return [
    ...modules.flatMap(names),
    ...product.flatMap(directions),
    ...product.flatMap(impurities),
    ...product.flatMap(transactions),
    ...product.flatMap(exportsOf),
    ...product.flatMap(docs),
    ...cycles(product),
  ];
}

/** Exceptions that no import needs any more. */
export function unusedExceptions(sources: Sources): readonly rules.Exception[] {
  const edges = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => localImports(read(file, text)).map((to) => ({ from: file, to })));
  return rules.exceptions.filter(
    (exception) => !edges.some((edge) => excepts(exception, edge.from, edge.to)),
  );
}

/** Lines of each file that is not a test, ascending. */
export function lengths(sources: Sources): readonly number[] {
  return [...sources]
    .filter(([file]) => !isTest(file))
    .map(([, text]) => lineCount(text))
    .toSorted((a, b) => a - b);
}

function isTest(file: string): boolean {
  return /\.(test|fixture)\.ts$/.test(file);
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

function read(file: string, text: string): Module {
  const parsed = parseSync(file, text);
  const { staticImports, staticExports } = parsed.module;
  const entries = staticExports.flatMap((statement) => statement.entries);
  const typeImports: string[] = [];
  new Visitor({
    TSImportType(node) {
      typeImports.push(node.source.value);
    },
  }).visit(parsed.program);
  return {
    file,
    text,
    program: parsed.program,
    imports: [
      ...staticImports.map((statement) => statement.moduleRequest.value),
      ...entries.flatMap((entry) => (entry.moduleRequest === null ? [] : [entry.moduleRequest.value])),
      ...parsed.module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
        (/^['"`]([^$]*)['"`]$/.exec(text.slice(start, end)) ?? []).slice(1),
      ),
      ...typeImports,
    ],
    passesOn: entries.some((entry) => entry.moduleRequest !== null && !entry.isType),
    starExports: entries.some((entry) => entry.importName.kind.startsWith('All')),
    defaultExport: entries.some(
      (entry) => entry.exportName.kind === 'Default' || entry.exportName.name === 'default',
    ),
    docs: parsed.comments
      .filter((comment) => comment.type === 'Block' && comment.value.startsWith('*'))
      .map((comment) => comment.end),
  };
}

function localImports(module: Module): readonly string[] {
  return module.imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(module.file), specifier));
}

function inRoom(file: string, room: string): boolean {
  return room === '*' || (room.endsWith('/') ? file.startsWith(room) : file === room);
}

function inRooms(file: string, rooms: readonly string[]): boolean {
  return rooms.some((room) => inRoom(file, room));
}

function excepts(exception: rules.Exception, from: string, to: string): boolean {
  return inRoom(from, exception.from) && inRoom(to, exception.to);
}

/** The row of the direction table for a file, and the room within which it is free. */
function rowOf(file: string): { readonly row: string; readonly own: string } {
  const slash = file.indexOf('/');
  if (slash === -1) return { row: inRooms(file, rules.words) ? 'word' : 'composition', own: '' };
  const folder = file.slice(0, slash + 1);
  return { row: inRooms(folder, rules.stages) ? 'stage' : folder, own: folder };
}

function directions(module: Module): readonly Violation[] {
  const { file } = module;
  const { row, own } = rowOf(file);
  const allowed = rules.direction[row];
  if (allowed === undefined)
    return [{ rule: 'direction', file, detail: `${row} is not in the direction table` }];
  const found: Violation[] = [];
  for (const to of localImports(module)) {
    const free = own !== '' ? to.startsWith(own) : row === 'composition' && !to.includes('/');
    if (inRooms(to, rules.drivers) && !inRooms(file, [...rules.drivers, 'cli/', 'testing/', 'boundary.ts'])) {
      found.push({ rule: 'driver', file, detail: `imports ${to}` });
    } else if (to.startsWith('testing/') && own !== 'testing/') {
      found.push({ rule: 'direction', file, detail: `imports ${to}, which is for tests` });
    } else if (!free && !inRooms(to, allowed) && !rules.exceptions.some((one) => excepts(one, file, to))) {
      found.push({ rule: 'direction', file, detail: `imports ${to}` });
    }
  }
  for (const specifier of module.imports.filter((name) => !name.startsWith('.'))) {
    const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/', 1)[0]!;
    const rooms = rules.packages[name];
    if (rooms === undefined ? !name.startsWith('node:') : !inRooms(file, [...rooms, 'testing/'])) {
      found.push({ rule: 'package', file, detail: `imports ${specifier}` });
    }
  }
  return found;
}

function impurities(module: Module): readonly Violation[] {
  const used = new Set<string>();
  new Visitor({
    MemberExpression(node) {
      if (node.object.type === 'Identifier' && !node.computed && node.property.type === 'Identifier') {
        used.add(`${node.object.name}.${node.property.name}`);
      }
    },
    Identifier(node) {
      used.add(node.name);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
        used.add('new Date()');
      }
    },
  }).visit(module.program);
  return Object.entries(rules.impure)
    .filter(([name, rooms]) => used.has(name) && !inRooms(module.file, [...rooms, 'testing/']))
    .map(([name]) => ({ rule: 'impure', file: module.file, detail: `uses ${name}` }));
}

function transactions(module: Module): readonly Violation[] {
  const statements = new Set<string>();
  const keep = (text: string): void => {
    const word = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/.exec(text)?.[1];
    if (word !== undefined) statements.add(word);
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') keep(node.value);
    },
    TemplateElement(node) {
      keep(node.value.raw);
    },
  }).visit(module.program);
  if (inRooms(module.file, [...rules.transactionRooms, 'testing/'])) return [];
  return [...statements].map((word) => ({ rule: 'transaction', file: module.file, detail: `says ${word}` }));
}

function names({ file, text }: Module): readonly Violation[] {
  const found: Violation[] = [];
  for (const part of file.replace(/\.ts$/, '').split('/')) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*$/.test(part))
      found.push({ rule: 'name', file, detail: `${part} is not kebab-case` });
    if (
      part
        .split('.', 1)[0]!
        .split('-')
        .some((word) => rules.emptyNames.some((empty) => empty === word))
    ) {
      found.push({ rule: 'name', file, detail: `${part} says nothing` });
    }
  }
  const lines = lineCount(text);
  if (lines > rules.lineCap) found.push({ rule: 'length', file, detail: `${lines} lines` });
  return found;
}

function exportsOf(module: Module): readonly Violation[] {
  const { file, program } = module;
  const barrel = posix.basename(file) === 'index.ts';
  const found: Violation[] = [];
  if (module.defaultExport) found.push({ rule: 'export', file, detail: 'has a default export' });
  if (module.starExports) found.push({ rule: 'export', file, detail: 'exports without naming' });
  if (module.passesOn && !barrel)
    found.push({ rule: 'barrel', file, detail: 'exports what another file declares' });
  const logic = program.body.some(
    (node) =>
      node.type !== 'ImportDeclaration' &&
      !(node.type === 'ExportNamedDeclaration' && node.declaration === null),
  );
  if (barrel && logic && !module.starExports)
    found.push({ rule: 'barrel', file, detail: 'has logic of its own' });
  return found;
}

function docs(module: Module): readonly Violation[] {
  const documented = new Set<string>();
  const declared = new Set<string>();
  const exported = new Set<string>();
  for (const node of module.program.body) {
    const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (node.type === 'ExportNamedDeclaration' && node.source === null) {
      for (const { local } of node.specifiers)
        exported.add(local.type === 'Literal' ? local.value : local.name);
    }
    if (inner === null) continue;
    for (const name of declaredBy(inner)) {
      declared.add(name);
      if (inner !== node) exported.add(name);
      if (module.docs.some((end) => end <= node.start && module.text.slice(end, node.start).trim() === ''))
        documented.add(name);
    }
  }
  return [...exported]
    .filter((name) => declared.has(name) && !documented.has(name))
    .map((name) => ({ rule: 'doc', file: module.file, detail: `${name} has no doc comment` }));
}

function declaredBy(node: Program['body'][number]): readonly string[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
      return node.id === null ? [] : [node.id.name];
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [node.id.name];
    default:
      return [];
  }
}

/** Strongly connected groups of more than one file, by every import there is. */
function cycles(modules: readonly Module[]): readonly Violation[] {
  const edges = new Map(modules.map((module) => [module.file, localImports(module)]));
  const reach = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const left = [...(edges.get(from) ?? [])];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      left.push(...(edges.get(next) ?? []));
    }
    return seen;
  };
  const reached = new Map(modules.map(({ file }) => [file, reach(file)]));
  return modules
    .filter(({ file }) => reached.get(file)!.has(file))
    .map(({ file }) => ({
      rule: 'cycle',
      file,
      detail: `with ${[...reached.get(file)!]
        .filter((other) => reached.get(other)?.has(file))
        .toSorted()
        .join(', ')}`,
    }));
}
