const Database =
  process.getBuiltinModule('node:sqlite')?.DatabaseSync ?? (await import('better-sqlite3')).default;

/** Opens a file as an application does that has a handle of its own: with Node's binding, where there is one. */
export function openHandle(file) {
  return new Database(file);
}
