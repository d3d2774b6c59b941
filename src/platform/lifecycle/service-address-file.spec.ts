import { chmodSync, chownSync, linkSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretKeys } from '../crypto/secret-keys';
import { WrittenServiceAddress } from './service-address';
import { addressFileOf, writtenServiceAddresses } from './service-address-file';
import { ServiceProofs } from './service-proofs';
import { isProven, placeOf } from './service-proof.rules';

let dataDir: string;
let file: string;
let proofs: ServiceProofs;
let address: WrittenServiceAddress;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'address-'));
  const config = { baseUrl: 'https://www.example.com/under', port: 3210, dataDir };
  file = addressFileOf(config);
  proofs = new ServiceProofs(new SecretKeys('a secret of thirty-two characters'));
  address = new WrittenServiceAddress(config, proofs);
  await address.write();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const refusal = (why: string) => new RegExp(`^The file ${file} ${why}, so it may lead to a program of somebody else\\. `);

describe('the address file of a service', () => {
  it('is for its user alone, and its key is the one by which the service proves that it is that one', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [written, ...others] = await writtenServiceAddresses(dataDir);
    expect([written, others]).toEqual([expect.objectContaining({ baseUrl: 'https://www.example.com/under', port: 3210 }), []]);
    const challenge = 'c'.repeat(32);
    const answer = JSON.stringify({ proofs: proofs.answer(challenge, { localAddress: '::ffff:127.0.0.1', localPort: 3210 }) });
    expect(isProven(answer, [written!.proofKey], challenge, placeOf('127.0.0.1', 3210))).toBe(true);
    expect(isProven(answer, [written!.proofKey], challenge, placeOf('127.0.0.1', 3211))).toBe(false);
    expect(isProven(answer, [written!.proofKey], 'd'.repeat(32), placeOf('127.0.0.1', 3210))).toBe(false);
    expect(isProven(answer, [Buffer.alloc(32)], challenge, placeOf('127.0.0.1', 3210))).toBe(false);
  });

  it('replaces what is in its place without following it, and is gone when the service has stopped', async () => {
    const other = join(dataDir, 'other');
    writeFileSync(other, 'kept', { mode: 0o644 });
    rmSync(file);
    symlinkSync(other, file);
    await address.write();
    expect([statSync(other).size, (await writtenServiceAddresses(dataDir)).length]).toEqual([4, 1]);
    await address.onModuleDestroy();
    expect(await writtenServiceAddresses(dataDir)).toEqual([]);
  });

  it('is refused once others may read or write it', async () => {
    for (const mode of [0o640, 0o620, 0o604, 0o602]) {
      chmodSync(file, mode);
      await expect(writtenServiceAddresses(dataDir)).rejects.toThrow(refusal('is open to other users'));
    }
  });

  it('is refused as a symbolic link, also to a file that would do', async () => {
    renameSync(file, join(dataDir, 'elsewhere'));
    symlinkSync(join(dataDir, 'elsewhere'), file);
    await expect(writtenServiceAddresses(dataDir)).rejects.toThrow(refusal('is a symbolic link'));
  });

  (isRoot ? it : it.skip)('is refused when it belongs to another user (as root)', async () => {
    chownSync(file, 65_534, 65_534);
    await expect(writtenServiceAddresses(dataDir)).rejects.toThrow(refusal('belongs to another user'));
  });

  it('counts for nothing when it is damaged or has no key', async () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"base_url":"http://localhost:3210","port":3210}',
      '{"base_url":1,"port":"x","proof_key":"x"}',
    ]) {
      writeFileSync(file, text);
      expect(await writtenServiceAddresses(dataDir)).toEqual([]);
    }
    linkSync(file, join(dataDir, 'service-none.json'));
    expect(await writtenServiceAddresses(join(dataDir, 'none'))).toEqual([]);
  });
});
