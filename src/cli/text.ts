import pc from 'picocolors';
import { visible } from './visible.ts';

/** What a piece of text says about what it names; colour shows it too, where there is colour. */
export type Tone = 'plain' | 'strong' | 'faint' | 'good' | 'bad' | 'warn';

/** A piece of text, whatever it comes from: rendering makes it visible before it is coloured. */
export type Piece = string | { readonly text: string; readonly tone: Tone };

/** A part of what a command prints. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly pieces: readonly Piece[] }
  /** Columns are as wide as their widest cell. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly Piece[])[] }
  /** Our own text of several lines, as it is. */
  | { readonly kind: 'verbatim'; readonly text: string };

/** A heading with an empty line before it. */
export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** One line. */
export function line(...pieces: readonly Piece[]): Block {
  return { kind: 'line', pieces };
}

/** Rows with aligned columns, indented by two. */
export function table(rows: readonly (readonly Piece[])[]): Block {
  return { kind: 'table', rows };
}

/** A piece with a tone. */
export function toned(tone: Tone, text: string): Piece {
  return { text, tone };
}

/** A time in milliseconds since 1970 as it is printed: ISO 8601, UTC; past the end of the calendar as it is. */
export function time(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
}

/** Blocks as text that ends with a line feed. No escape sequence is in it where `colors` is false. */
export function render(blocks: readonly Block[], colors: boolean): string {
  const paint = painter(colors);
  const lines = blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
        return ['', paint(toned('strong', block.text))];
      case 'line':
        return [block.pieces.map((piece) => paint(piece)).join('')];
      case 'table':
        return aligned(block.rows, paint);
      case 'verbatim':
        return block.text.trimEnd().split('\n').map(visible);
    }
  });
  const first = lines.findIndex((text) => text !== '');
  return lines
    .slice(Math.max(0, first))
    .map((text) => `${text.trimEnd()}\n`)
    .join('');
}

function aligned(
  rows: readonly (readonly Piece[])[],
  paint: (piece: Piece, width?: number) => string,
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, piece] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, width(visible(textOf(piece))));
    }
  }
  return rows.map((row) => `  ${row.map((piece, column) => paint(piece, widths[column])).join('  ')}`);
}

function painter(colors: boolean): (piece: Piece, wide?: number) => string {
  const palette = pc.createColors(colors);
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    plain: (text) => text,
    strong: palette.bold,
    faint: palette.dim,
    good: palette.green,
    bad: palette.red,
    warn: palette.yellow,
  };
  return (piece, wide = 0) => {
    const shown = visible(textOf(piece));
    const tone = typeof piece === 'string' ? 'plain' : piece.tone;
    return tones[tone](shown) + ' '.repeat(Math.max(0, wide - width(shown)));
  };
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece.text;
}

/** Code points, not UTF-16 units. */
function width(text: string): number {
  return Array.from(text).length;
}
