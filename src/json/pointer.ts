/** Longest pointer shown, in UTF-16 units. Member names are an attacker's text: they must not fill a log. */
const longest = 200;

/** One reference token of a JSON Pointer: `~` and `/` escaped (RFC 6901, section 3). */
export function pointerToken(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/**
 * The JSON Pointer (RFC 6901) of a path, outermost member first; '' is the whole value. For showing: a pointer longer
 * than 200 characters is cut and ends in `…`, and half a surrogate pair shows as U+FFFD, so it always encodes as UTF-8.
 */
export function pointerTo(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const step of path) {
    pointer += `/${typeof step === 'number' ? step : pointerToken(step)}`;
    if (pointer.length > longest) return `${pointer.slice(0, longest - 1).toWellFormed()}…`;
  }
  return pointer.toWellFormed();
}
