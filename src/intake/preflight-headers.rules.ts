/**
 * Returns the headers that a preflight allows: those that have an effect, those that libraries commonly add, and what else the request asks
 * for and a library adds. The latter have no effect here, but browsers block requests with headers that are not allowed.
 * @param asked the header `Access-Control-Request-Headers`
 */
export function allowedHeaders(effective: string, asked: string | undefined): string {
  const names = (asked ?? '').slice(0, MAX_ASKED_LENGTH).toLowerCase().split(',');
  const added = names.map((name) => name.trim()).filter((name) => ADDED.test(name) && !COMMON.includes(name));
  return [effective, ...COMMON, ...new Set(added)].join(', ');
}

const COMMON: readonly string[] = [
  ...['x-requested-with', 'cache-control', 'pragma', 'baggage', 'sentry-trace', 'traceparent', 'tracestate'],
  ...['x-csrf-token', 'x-xsrf-token', 'accept-language'],
];

/** Headers of tracing, of libraries that exchange parts of pages, and of the scripts of other form services. */
const ADDED = new RegExp(
  `^(?:${[
    ...[
      'newrelic',
      'b3',
      'uber-trace-id',
      'uberctx-[a-z0-9-]+',
      'request-id',
      'request-context',
      'elastic-apm-traceparent',
      'grafana-[a-z0-9-]+',
    ],
    ...[
      'x-(?:datadog|newrelic|b3|sentry|dynatrace|instana|ot|cloud-trace|amzn|ms|faro|honeycomb)-[a-z0-9-]+',
      'x-dtc',
      'x-dtreferer',
      'x-dtpc',
    ],
    ...['x-request-id', 'x-correlation-id', 'x-session-id', 'x-client-[a-z0-9-]+', 'x-trace-id', 'x-csrftoken', 'csrf-token', 'xsrf-token'],
    ...[
      'hx-[a-z0-9-]+',
      'x-(?:alpine|livewire|inertia|turbo|turbolinks|up|pjax|unpoly|swup)(?:-[a-z0-9-]+)?',
      'turbo-frame',
      'datastar-request',
    ],
    ...['x-ajax', 'x-fetch', 'x-astro-[a-z0-9-]+', 'x-sveltekit-[a-z0-9-]+', 'x-nextjs-[a-z0-9-]+', 'next-[a-z0-9-]+', 'ngsw-bypass'],
    ...['formspree-[a-z0-9-]+', 'dnt', 'sec-gpc', 'save-data', 'priority', 'if-modified-since', 'expires'],
  ].join('|')})$`,
);

const MAX_ASKED_LENGTH = 2_048;
