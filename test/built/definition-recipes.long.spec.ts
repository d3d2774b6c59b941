import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DefinitionsPage, Pipeline } from '../support/definitions-page';
import { blocksOf, type Ended } from '../support/readers-terminal';
import { Receiver } from '../support/receiver';
import { type GithubWorkflow, githubScripts, gitlabJob, type GitlabPipeline, gitlabScripts } from '../support/recipes';
import type { ServiceProcess } from '../support/service-process';

const recipe = (name: string): unknown => parse(blocksOf('docs/definitions.md').find((block) => block.name === name)!.text);
const GITHUB = recipe('.github/workflows/forms.yml') as GithubWorkflow;
const GITLAB = recipe('.gitlab-ci.yml') as GitlabPipeline;
/** The settings of both hosts under the names of the page. */
const VARIABLES = { FORM_VAR_PREVIEW_ORIGIN: 'https://preview.example.com', FORM_VAR_CALENDAR: 'workshop-7' };

let page: DefinitionsPage;
beforeAll(async () => {
  page = await DefinitionsPage.open();
  await page.follow('production.key');
  await page.enter("git add --all && git commit --quiet --message 'Forms of two services'");
});

const named = (name: string) => Pipeline.start(page, (text) => text.replace(/^name: .*$/m, `name: ${name}`));
const broken = () => Pipeline.start(page, (text) => text.replace(/^name: .*$/m, 'nam: Contact'));
const nameAt = async (service: ServiceProcess): Promise<string> =>
  (await service.api.get<{ name: string }>(`/v1/forms/${page.formAt(service, 'contact')}`)).body.data.name;

describe('the recipe for GitHub Actions', () => {
  const recorded = () =>
    readFileSync(join(page.home, 'gh.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded);
  interface Recorded {
    words: string[];
    comment: string;
  }

  beforeEach(() => {
    mkdirSync(join(page.home, 'bin'), { recursive: true });
    writeFileSync(join(page.home, 'gh.jsonl'), '');
    writeFileSync(join(page.home, 'bin/gh'), RECORDER, { mode: 0o755 });
  });

  /** A program in place of the host's: it notes what it was asked, and knows the comment of the environment. */
  const RECORDER = `#!/usr/bin/env node
    const { appendFileSync, readFileSync } = require('node:fs');
    const [words, comment] = [process.argv.slice(2), readFileSync('comment.md', 'utf8')];
    appendFileSync(process.env.HOME + '/gh.jsonl', JSON.stringify({ words, comment }) + '\\n');
    if (words.includes('--jq')) console.log(process.env.COMMENT);`;

  const runner = (comment = '') => ({
    ...{ GITHUB_REPOSITORY: 'ada/lamps', COMMENT: comment, PATH: `${page.home}/bin:${process.env['PATH']}` },
  });

  async function plan(pipeline: Pipeline, comment = '', more: Record<string, string> = {}): Promise<Ended> {
    const values = {
      'vars.FORM_COLLECTION_URL': page.local.api.baseUrl,
      'secrets.FORM_COLLECTION_PLAN_KEY': await page.keyOf(page.local, 'plan of forms'),
      'vars.FORM_VAR_PREVIEW_ORIGIN': VARIABLES.FORM_VAR_PREVIEW_ORIGIN,
      'secrets.FORM_VAR_CALENDAR': VARIABLES.FORM_VAR_CALENDAR,
      'github.token': 'token of the job',
      'github.event.pull_request.number': '7',
      ...more,
    };
    return pipeline.run(githubScripts(GITHUB.jobs['plan']!, values), runner(comment));
  }

  it('comments the plan of a change, which is no failure', async () => {
    expect(await plan(await named('Write to us'))).toMatchObject({ code: 0 });
    const [search, post] = recorded();
    expect(search!.words).toContain('repos/ada/lamps/issues/7/comments');
    expect(post!.words).toEqual([
      ...['api', '--silent', '--method', 'POST', 'repos/ada/lamps/issues/7/comments', '--field', 'body=@comment.md'],
    ]);
    expect(post!.comment).toMatch(/^<!-- forms -->.*\n\n( {4}.*\n)*$/);
    expect(post!.comment).toContain('Write to us');
  });

  it('puts a later plan in the place of the earlier one', async () => {
    expect(await plan(await named('Write to us'), '4711')).toMatchObject({ code: 0 });
    expect(recorded()[1]!.words).toEqual(expect.arrayContaining(['PATCH', 'repos/ada/lamps/issues/comments/4711']));
  });

  it('fails with a comment that tells the mistake where there is one', async () => {
    expect((await plan(await broken())).code).toBe(1);
    expect(recorded()[1]!.comment).toMatch(/forms\/contact\.yaml:\d+:\d+: /);
  });

  it('plans without a variable what needs none, and names it where it is needed', async () => {
    expect((await plan(await named('Write to us'), '', { 'secrets.FORM_VAR_CALENDAR': '' })).code).toBe(1);
    expect(recorded()[1]!.comment).toContain('Write to us');
    expect(recorded()[1]!.comment).toMatch(/forms\/booking\.yaml:\d+:\d+: .*FORM_VAR_CALENDAR/);
  });

  it('checks a change without a key, and fails where it has a mistake', async () => {
    const check = githubScripts(GITHUB.jobs['check']!, {});
    expect(await (await named('Write to us')).run(check)).toMatchObject({ code: 0 });
    expect(await (await broken()).run(check)).toMatchObject({ code: 1 });
  });

  it('applies what was merged to one service after the other', async () => {
    const pipeline = await named('Letters');
    const { strategy, environment: place } = GITHUB.jobs['apply']!;
    expect({ strategy, place }).toMatchObject({ strategy: { 'max-parallel': 1 }, place: '${{ matrix.environment }}' });
    const services = { staging: page.local, production: page.production };
    for (const name of strategy!.matrix['environment']!) await apply(pipeline, services[name as keyof typeof services]);
    for (const service of Object.values(services)) expect(await nameAt(service)).toBe('Letters');
  });

  async function apply(pipeline: Pipeline, service: ServiceProcess): Promise<void> {
    const values = {
      'vars.FORM_COLLECTION_URL': service.api.baseUrl,
      'secrets.FORM_COLLECTION_KEY': await page.keyOf(service, 'apply of forms'),
      'vars.FORM_VAR_PREVIEW_ORIGIN': VARIABLES.FORM_VAR_PREVIEW_ORIGIN,
      'secrets.FORM_VAR_CALENDAR': VARIABLES.FORM_VAR_CALENDAR,
    };
    expect(await pipeline.run(githubScripts(GITHUB.jobs['apply']!, values))).toMatchObject({ code: 0, stderr: '' });
  }

  it('gives keys to nothing but the jobs that need them, and none to a fork', () => {
    const { check, plan: planJob, apply: applyJob } = GITHUB.jobs;
    expect(GITHUB.permissions).toEqual({ contents: 'read' });
    expect(JSON.stringify(check)).not.toContain('secrets.');
    expect(planJob!.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    expect(planJob!.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(applyJob!.if).toBe("github.event_name == 'push'");
    for (const { steps } of [check!, planJob!, applyJob!])
      for (const step of steps)
        if (JSON.stringify(step).includes('secrets.')) expect(step.run).toMatch(/^npx --no form-collection (plan|apply) /);
  });
});

describe('the recipe for GitLab CI', () => {
  let gitlab: Receiver;
  beforeEach(async () => (gitlab = await Receiver.start()));

  const ofHost = () => ({
    ...{ CI_API_V4_URL: gitlab.url('/api/v4'), CI_PROJECT_ID: '12', CI_MERGE_REQUEST_IID: '7', FORM_COMMENT_TOKEN: 'glpat-x' },
    ...VARIABLES,
  });

  async function plan(pipeline: Pipeline, notes: object[] = []): Promise<Ended> {
    gitlab.reacts(({ method }) => ({ status: method === 'POST' ? 201 : 200, body: method === 'GET' ? JSON.stringify(notes) : '{}' }));
    const key = await page.keyOf(page.local, 'plan of forms');
    const env = { ...ofHost(), FORM_COLLECTION_URL: page.local.api.baseUrl, FORM_COLLECTION_PLAN_KEY: key };
    return pipeline.run(gitlabScripts(gitlabJob(GITLAB, 'plan-forms'), env));
  }

  it('comments the plan of a change, which is no failure', async () => {
    expect(await plan(await named('Write to us'))).toMatchObject({ code: 0, stderr: '' });
    const [search, post] = gitlab.requests;
    expect(search).toMatchObject({ method: 'GET', path: '/api/v4/projects/12/merge_requests/7/notes?per_page=100' });
    expect(post).toMatchObject({
      method: 'POST',
      path: '/api/v4/projects/12/merge_requests/7/notes',
      headers: { 'private-token': 'glpat-x' },
    });
    const comment = new URLSearchParams(post!.body).get('body')!;
    expect(comment).toMatch(/^<!-- forms -->.*\n\n( {4}.*\n)*$/);
    expect(comment).toContain('Write to us');
  });

  it('puts a later plan in the place of the earlier one', async () => {
    await plan(await named('Write to us'), [
      { id: 5, body: 'Nice' },
      { id: 4, body: '<!-- forms -->What' },
    ]);
    expect(gitlab.requests[1]).toMatchObject({ method: 'PUT', path: '/api/v4/projects/12/merge_requests/7/notes/4' });
  });

  it('fails with a comment that tells the mistake where there is one', async () => {
    expect((await plan(await broken())).code).toBe(1);
    expect(new URLSearchParams(gitlab.requests[1]!.body).get('body')).toMatch(/forms\/contact\.yaml:\d+:\d+: /);
  });

  it('checks a change without a key, and applies what was merged to one service after the other', async () => {
    const pipeline = await named('Mail');
    expect(await pipeline.run(gitlabScripts(gitlabJob(GITLAB, 'check-forms'), {}))).toMatchObject({ code: 0 });
    for (const [name, service] of [
      ['apply-to-staging', page.local],
      ['apply-to-production', page.production],
    ] as const) {
      const job = gitlabJob(GITLAB, name);
      expect(GITLAB['stages']).toContain(job.stage);
      const env = {
        ...VARIABLES,
        FORM_COLLECTION_URL: service.api.baseUrl,
        FORM_COLLECTION_KEY: await page.keyOf(service, 'apply of forms'),
      };
      expect(await pipeline.run(gitlabScripts(job, env))).toMatchObject({ code: 0, stderr: '' });
      expect(await nameAt(service)).toBe('Mail');
    }
  });

  it('gives the key that applies to the main branch, and none to a fork', () => {
    const conditions = (name: string) => gitlabJob(GITLAB, name).rules!.map((rule) => rule.if);
    expect(conditions('plan-forms')).toEqual([expect.stringContaining('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID')]);
    for (const name of ['apply-to-staging', 'apply-to-production'])
      expect(conditions(name)).toEqual(['$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH']);
  });
});
