import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeSecret } from '../../src/api/auth/secret-format.rules';
import { SETTINGS } from '../../src/platform/config/settings';
import { loadServiceConfig } from '../../src/start/settings';
import { TEST_SECRET } from '../support/app';
import { IMAGE_COMMANDS, IMAGE_DATA_DIR } from '../support/image';
import { externalMetrics, kubernetesObjects, KUBERNETES, kustomization, objectsOf, pods } from '../support/kubernetes';

const api = pods.get('api')!;
const worker = pods.get('worker')!;
const migration = pods.get('migration')!;
const [settings] = objectsOf<{ data: Record<string, string> }>('ConfigMap');
const [secrets] = objectsOf<{ stringData: Record<string, string> }>('Secret');

describe('the objects for Kubernetes', () => {
  it('are all in the kustomization', () => {
    const others = ['README.md', 'kustomization.yaml', 'secrets.example.yaml', 'prometheus.yaml', 'prometheus-adapter.yaml'];
    expect(readdirSync(KUBERNETES).sort()).toEqual([...kustomization.resources, ...others].sort());
  });
});

const has = (program: string, ...parameters: string[]): boolean => spawnSync(program, parameters).status === 0;

/** It knows the schemas of all objects, which it downloads. */
(has('kubeconform', '-v') ? describe : describe.skip)('kubeconform (needs kubeconform)', () => {
  it('finds the objects valid by their schemas, without members that Kubernetes does not know', () => {
    const files = [...kustomization.resources, 'secrets.example.yaml'].map((file) => join(KUBERNETES, file));
    expect(() => execFileSync('kubeconform', ['-strict', ...files], { stdio: 'pipe' })).not.toThrow();
  });
});

(has('kubectl', 'version', '--client') ? describe : describe.skip)('kubectl (needs kubectl)', () => {
  it('builds the objects of the kustomization', () => {
    const kinds = execFileSync('kubectl', ['kustomize', KUBERNETES], { encoding: 'utf8' }).match(/^kind: .*/gm);
    expect(kinds).toHaveLength(kubernetesObjects.length - objectsOf('Secret').length);
  });
});

describe('the settings of the pods', () => {
  it('exist, and are valid once the secrets are replaced', () => {
    const own = [...pods.values()].flatMap(({ container }) => container.env ?? []);
    const given = { ...settings!.data, ...Object.fromEntries(own.map(({ name, value }) => [name, value])) };
    const names = Object.keys({ ...given, ...secrets!.stringData });
    expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
    const replaced = { ...secrets!.stringData, APP_SECRET: TEST_SECRET, BOOTSTRAP_API_KEY: makeSecret('fck').text };
    expect(loadServiceConfig({ ...given, ...replaced })).toMatchObject({ migrateOnStart: false });
    expect(() => loadServiceConfig({ ...given, ...secrets!.stringData })).toThrow(/APP_SECRET:[^]*BOOTSTRAP_API_KEY:/);
  });

  it('come from the same objects for all of them', () => {
    for (const { container, enableServiceLinks } of pods.values()) {
      const sources = container.envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)!.name);
      expect(sources).toEqual([settings!.metadata.name, secrets!.metadata.name]);
      expect(enableServiceLinks).toBe(false);
    }
  });
});

describe('the pods', () => {
  it('run the commands of the image, which a test runs', () => {
    expect([...pods.keys()].sort()).toEqual(['api', 'migration', 'worker']);
    for (const [name, { container }] of pods) {
      expect(container.command).toEqual(IMAGE_COMMANDS[name as 'api']);
      expect(kustomization.images.map((image) => image.name)).toContain(container.image);
    }
  });

  it('are not root, and can write to the folder of the data only', () => {
    for (const { container, securityContext, automountServiceAccountToken, volumes } of pods.values()) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(container.securityContext).toEqual(migration.container.securityContext);
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(automountServiceAccountToken).toBe(false);
      expect(container.volumeMounts ?? []).toEqual((volumes ?? []).map(({ name }) => ({ name, mountPath: IMAGE_DATA_DIR })));
    }
    expect(api.volumes).toHaveLength(1);
    expect(worker.volumes).toHaveLength(1);
  });

  it('listen on the ports that are probed', () => {
    const metricsPort = worker.container.env!.find(({ name }) => name === 'WORKER_METRICS_PORT')!.value;
    expect(api.container.ports).toEqual([{ name: 'http', containerPort: Number(SETTINGS.PORT.fallback) }]);
    expect(worker.container.ports).toEqual([{ name: 'metrics', containerPort: Number(metricsPort) }]);
    for (const { container } of [api, worker]) {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      for (const probe of [startupProbe!, livenessProbe!, readinessProbe ?? livenessProbe!])
        expect(probe.httpGet.port).toBe(container.ports![0]!.name);
    }
  });

  it('get more time to end than a shutdown takes', () => {
    const longestSeconds = 70 + Number(settings!.data.SHUTDOWN_DELAY_SECONDS); // 75 s with the default of 5, see docs/deployment.md
    for (const { terminationGracePeriodSeconds } of [api, worker])
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(longestSeconds);
  });
});

describe('the other objects', () => {
  it('select pods that exist', () => {
    const selectors = [
      ...objectsOf<Service>('Service').map(({ spec }) => spec.selector),
      ...objectsOf<DisruptionBudget>('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...objectsOf<NetworkPolicy>('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ];
    expect(selectors).toHaveLength(6);
    const labels = [...pods.values()].map((pod) => pod.labels);
    for (const selector of selectors) expect(labels).toContainEqual(selector);
  });

  it('lead requests to the port of the API', () => {
    const [service] = objectsOf<Service>('Service');
    const [ingress] = objectsOf<Ingress>('Ingress');
    const [port] = service!.spec.ports;
    expect(port!.targetPort).toBe(api.container.ports![0]!.name);
    const backend = ingress!.spec.rules[0]!.http.paths[0]!.backend.service;
    expect(backend).toEqual({ name: service!.metadata.name, port: { name: port!.name } });
    expect(settings!.data.BASE_URL).toBe(`https://${ingress!.spec.rules[0]!.host}`);
  });

  it('scale deployments, by metrics that the cluster has or prometheus-adapter provides', () => {
    const autoscalers = objectsOf<Autoscaler>('HorizontalPodAutoscaler');
    const targets = autoscalers.map(({ spec }) => spec.scaleTargetRef.name);
    expect(targets).toEqual(objectsOf('Deployment').map(({ metadata }) => metadata.name));
    const metrics = autoscalers.flatMap(({ spec }) => spec.metrics.map(({ external }) => external?.metric.name));
    expect(metrics.filter((name) => name !== undefined)).toEqual(externalMetrics.map(({ series }) => series));
  });
});

type Labels = Record<string, string>;
interface Service {
  spec: { selector: Labels; ports: { name: string; targetPort: string }[] };
}
interface DisruptionBudget {
  spec: { selector: { matchLabels: Labels } };
}
interface NetworkPolicy {
  spec: { podSelector: { matchLabels: Labels } };
}
interface Ingress {
  spec: { rules: { host: string; http: { paths: { backend: { service: object } }[] } }[] };
}
interface Autoscaler {
  spec: { scaleTargetRef: { name: string }; metrics: { external?: { metric: { name: string } } }[] };
}
