import { isAbsolute, relative, sep } from 'node:path';

/** How a file is shown to whoever works in `cwd`: relative where it lies inside, else in full. */
export function shownPath(cwd: string, file: string): string {
  const inside = relative(cwd, file);
  const outside = inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return outside ? file : inside;
}
