/** A recipe for GitHub Actions, as far as tests read it. */
export interface GithubWorkflow {
  permissions: Record<string, string>;
  jobs: Record<string, GithubJob>;
}

export interface GithubJob {
  if?: string;
  permissions?: Record<string, string>;
  environment?: string;
  strategy?: { 'max-parallel': number; matrix: Record<string, string[]> };
  steps: { name?: string; uses?: string; if?: string; run?: string; env?: Record<string, string> }[];
}

/** One script of a pipeline with the variables that it gets. */
export interface Script {
  text: string;
  env: Record<string, string>;
  /** True when it runs also after a script that has failed. */
  always: boolean;
}

/** The scripts of a job. Throws for an expression that has no value. */
export const githubScripts = ({ steps }: GithubJob, values: Readonly<Record<string, string>>): Script[] =>
  steps
    .filter(({ run }) => run !== undefined)
    .map(({ run, if: condition, env = {} }) => ({
      text: run!,
      env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, evaluated(text, values)])),
      always: condition === 'always()',
    }));

const evaluated = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`The recipe uses ${name}, which the page does not explain.`);
    return values[name]!;
  });

/** A recipe for GitLab: jobs, and templates of jobs whose names begin with a point. */
export type GitlabPipeline = Record<string, GitlabJob>;

export interface GitlabJob {
  extends?: string;
  stage?: string;
  environment?: string;
  rules?: { if: string; changes: string[] }[];
  before_script?: string[];
  script?: string[];
  after_script?: string[];
}

/** A job with what it takes over from the templates that it extends. */
export function gitlabJob(pipeline: GitlabPipeline, name: string): GitlabJob {
  const { extends: template, ...job } = pipeline[name]!;
  return template === undefined ? job : { ...gitlabJob(pipeline, template), ...job };
}

/** The scripts of a job: the lines of one are entered in one shell, and those of `after_script` in another one. */
export const gitlabScripts = ({ before_script = [], script = [], after_script = [] }: GitlabJob, env: Record<string, string>): Script[] => [
  { text: [...before_script, ...script].join('\n'), env, always: false },
  ...(after_script.length > 0 ? [{ text: after_script.join('\n'), env, always: true }] : []),
];
