import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { atEnd } from './at-end';
import { bash, type Block, blocksOf, type Ended, ReadersTerminal } from './readers-terminal';
import type { Script } from './recipes';
import { ServiceProcess } from './service-process';

const ROOT = join(__dirname, '../..');

/** A reader who follows docs/definitions.md, with a website and the two services of the page. */
export class DefinitionsPage {
  readonly blocks = blocksOf('docs/definitions.md');
  readonly terminal: ReadersTerminal;

  private constructor(
    readonly home: string,
    readonly local: ServiceProcess,
    readonly production: ServiceProcess,
  ) {
    this.terminal = new ReadersTerminal(home, join(home, 'website'), { ...environment(), DATA_DIR: local.dataDir });
  }

  static async open(): Promise<DefinitionsPage> {
    const [local, production] = await Promise.all([ServiceProcess.started(), ServiceProcess.started()]);
    const page = new DefinitionsPage(aHome(), local, production);
    for (const [name, service] of Object.entries({ owner: local, production })) {
      const { key } = await service.cli<{ key: string }>('keys', 'create', '--name', name);
      writeFileSync(join(page.home, `${name}.key`), key);
    }
    await bash('git init --quiet website && echo node_modules/ >website/.gitignore', { cwd: page.home, env: environment() });
    return page;
  }

  /**
   * Writes the blocks that are files and enters the commands, in their order, up to the first that contains a text. Resolves with what they
   * have printed. Rejects when a command fails.
   * @param before is called before each block of commands
   */
  async follow(upTo: string | null, before: (block: Block) => Promise<void> = () => Promise.resolve()): Promise<string> {
    let printed = '';
    for (const block of this.blocks) {
      if (/[./]/.test(block.name)) this.terminal.write(block.name, block.text);
      if (block.language !== 'bash' || block.name === 'listen') continue;
      await before(block);
      printed += await this.enter(block.text);
      if (upTo !== null && block.text.includes(upTo)) break;
    }
    return printed;
  }

  /** Enters commands of the page with the addresses of the services. Rejects when one fails. */
  async enter(text: string): Promise<string> {
    const { code, stdout, stderr } = await this.terminal.enter(this.atServices(text));
    if (code !== 0) throw new Error(`These commands of the page fail:\n${text}\n${stdout}${stderr}`);
    return stdout;
  }

  atServices(text: string): string {
    return text
      .replaceAll('http://localhost:3000', this.local.api.baseUrl)
      .replaceAll('https://forms.example.com', this.production.api.baseUrl);
  }

  /** The id that the lock file has. */
  formAt({ api }: ServiceProcess, name: string): string {
    const lock = parse(readFileSync(join(this.home, 'website/forms/forms.lock.yaml'), 'utf8')) as Record<string, Record<string, string>>;
    return lock[api.baseUrl]![name]!;
  }

  /** Makes the key that the page makes under this name. */
  async keyOf(service: ServiceProcess, name: string): Promise<string> {
    const line = this.blocks.flatMap(({ text }) => text.split('\n')).find((each) => each.includes(`--name '${name}'`))!;
    const words = line.slice(line.indexOf('--scopes')).split(' ');
    return (await service.cli<{ key: string }>('keys', 'create', '--name', name, ...words)).key;
  }
}

/** The sources of the package, and the scripts that build it, which find it beside themselves. */
const COPIED = ['client', 'scripts'];

/** The folders of a reader: the service with a copy of the client, which is built and packed there, and nothing else yet. */
function aHome(): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'home-'));
  atEnd(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, 'service'));
  for (const name of readdirSync(ROOT)) {
    const [from, to] = [join(ROOT, name), join(home, 'service', name)];
    if (COPIED.includes(name)) cpSync(from, to, { recursive: true, filter: (path) => path !== join(ROOT, 'client/dist') });
    else symlinkSync(from, to);
  }
  return home;
}

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...{ npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' },
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
});

/** A pipeline in a clone of the website. */
export class Pipeline {
  readonly folder: string;

  private constructor(private readonly home: string) {
    this.folder = mkdtempSync(join(home, 'clone-'));
  }

  /** Clones the website, and changes the file of its form. */
  static async start({ home }: DefinitionsPage, change: (definition: string) => string): Promise<Pipeline> {
    const pipeline = new Pipeline(home);
    await bash(`git clone --quiet '${home}/website' .`, { cwd: pipeline.folder, env: environment() });
    const path = join(pipeline.folder, 'forms/contact.yaml');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    return pipeline;
  }

  /** Runs scripts as a runner does, up to the first one that fails, and then those that run always. */
  async run(scripts: readonly Script[], env: Record<string, string> = {}): Promise<Ended> {
    let all: Ended = { code: 0, stdout: '', stderr: '' };
    for (const script of scripts) {
      if (all.code !== 0 && !script.always) continue;
      const options = { cwd: this.folder, env: { ...environment(), HOME: this.home, ...script.env, ...env } };
      const { code, stdout, stderr } = await bash(`set -eo pipefail\n${script.text}`, options);
      all = { code: all.code || code, stdout: all.stdout + stdout, stderr: all.stderr + stderr };
    }
    return all;
  }
}
