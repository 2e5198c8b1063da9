import { expect, test } from 'vitest';
import { terminal } from '../cli/terminal.ts';
import { askingShop, askToCancel } from './asking-shop.ts';
import { startBrowser } from './browser.ts';
import { linkIn, serving } from './serving.ts';

test('from the command line to the effect: one link, one look, one button, one effect', async () => {
  using shell = terminal();
  const file = shell.path('app.db');
  // The command works for the tenant that it is told, also where the application has to say so.
  shell.configure(() => askingShop(file, { tenancy: 'ambient' }));
  expect((await askToCancel(file)).kind).toBe('pending');
  const browser = await startBrowser();
  try {
    const { ran } = await serving(shell, ['--tenant', 'shop', '--as', 'rita'], async (printed) => {
      const page = await browser.newPage();
      await page.goto(linkIn(printed).href);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: /orders\.cancel/ }).click();
      const seen = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
      expect(seen).toMatch(/ total "12\.00 EUR" .* orderId \(resource\) "4411" /);
      await page.getByRole('button', { name: 'Approve orders.cancel' }).click();
      await page.getByText('Approved. It may run once').waitFor();
    });
    expect(ran).toMatchObject({ exit: 0, err: '' });
  } finally {
    await browser.close();
  }
  expect((await askToCancel(file)).kind).toBe('executed');
  expect((await askToCancel(file)).kind).toBe('replayed');
});
