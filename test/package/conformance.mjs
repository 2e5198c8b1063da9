// The store conformance suite as an application runs it: from the installed package, under node:test.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sqlite } from 'countersign/sqlite';
import { storeConformance } from 'countersign/testing';
import { openHandle } from './open-handle.mjs';

const driver = process.argv[2];
const newFile = () => join(mkdtempSync('store-'), 'app.db');
const stores = {
  'in a file': () => sqlite(newFile()),
  'on a handle of the application': () => sqlite(openHandle(newFile())),
};

for (const [where, make] of Object.entries(stores)) {
  void test(`${where}: the driver is the expected one, without being asked for`, () => {
    assert.equal(make().description.includes(driver), true);
  });
  storeConformance((title, run) => void test(`${where}: ${title}`, run), make);
}
