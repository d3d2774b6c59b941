import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const KUBERNETES = join(__dirname, '../../deploy/kubernetes');

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

export const kustomization = parse(text('kustomization.yaml')) as {
  resources: string[];
  images: { name: string }[];
};

/** All objects that a cluster gets, the example of the secrets included. */
export const kubernetesObjects: KubernetesObject[] = [...kustomization.resources, 'secrets.example.yaml'].flatMap((file) =>
  parseAllDocuments(text(file)).map((document) => document.toJS() as KubernetesObject),
);

/** The objects of one kind. */
export const objectsOf = <Shape extends object>(kind: string): (KubernetesObject & Shape)[] =>
  kubernetesObjects.filter((object) => object.kind === kind) as (KubernetesObject & Shape)[];

/** The pods by the component that they are, each with one container. */
export const pods = new Map(
  [...objectsOf<Workload>('Deployment'), ...objectsOf<Workload>('Job')].map(({ metadata, spec }): [string, Pod] => {
    const { spec: pod, metadata: own } = spec.template;
    return [metadata.labels!['app.kubernetes.io/component']!, { ...pod, container: pod.containers[0]!, labels: own.labels }];
  }),
);

interface Workload {
  spec: {
    template: { metadata: { labels: Record<string, string> }; spec: Omit<Pod, 'container' | 'labels'> & { containers: Container[] } };
  };
}

/** The members of a pod that tests read. */
export interface Pod {
  container: Container;
  labels: Record<string, string>;
  enableServiceLinks?: boolean;
  automountServiceAccountToken?: boolean;
  securityContext?: object;
  terminationGracePeriodSeconds?: number;
  volumes?: { name: string }[];
}

interface Container {
  image: string;
  command: string[];
  env?: { name: string; value: string }[];
  envFrom: Partial<Record<'configMapRef' | 'secretRef', { name: string }>>[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: object;
  volumeMounts?: object[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet: { port: string; path: string };
}

const adapter = parse(text('prometheus-adapter.yaml')) as {
  rules: { external: { seriesQuery: string; metricsQuery: string }[] };
};

/** The metrics that prometheus-adapter offers to autoscalers, with the queries of PromQL behind them. */
export const externalMetrics = adapter.rules.external.map(({ seriesQuery, metricsQuery }) => {
  const series = seriesQuery.split('{')[0]!;
  const query = metricsQuery.replace('<<.Series>>', series).replace('<<.LabelMatchers>>', 'namespace="forms"');
  return { series, queries: [seriesQuery, query] };
});

function text(file: string): string {
  return readFileSync(join(KUBERNETES, file), 'utf8');
}
