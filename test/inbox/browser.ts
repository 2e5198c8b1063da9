import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Starts the system's Chromium. Without one the test fails: pages that no browser has shown are not shown to work. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `the inbox is tested in a browser, and there is no ${executablePath}: on Debian, run "apt-get install chromium"`,
    );
  }
  return chromium.launch({ executablePath, args: ['--disable-quic', '--no-first-run'] });
}

/** What the accessibility rules of WCAG 2.2 AA and good practice find wrong with a page, as sentences. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
    );
  });
}

/** What of a page can only be seen by scrolling sideways, in pixels. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
