import type { OpenAPIObject } from '@nestjs/swagger';
import { API_TITLE } from './api-document';
import { swaggerPlugin } from './swagger-plugin';

export const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'] as const;

/** The page of Swagger UI, with a viewport, so that phones do not show it as on a wide screen. @param base the address of its files */
export const swaggerPage = (base: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta charset="UTF-8">
  <title>${API_TITLE}</title>
  <link rel="stylesheet" href="${base}swagger-ui.css">
  <link rel="icon" href="data:,">
  <style>
    html { box-sizing: border-box; overflow-y: scroll; }
    *, *::before, *::after { box-sizing: inherit; }
    body { margin: 0; background: #fafafa; }
  </style>
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}swagger-ui-standalone-preset.js"></script>
<script src="${base}swagger-ui-init.js"></script>
</body>
</html>
`;

export const swaggerScript = (document: OpenAPIObject): string => `window.onload = function () {
  const options = ${JSON.stringify({ swaggerDoc: document, customOptions: OPTIONS }, null, 2)};
  window.ui = SwaggerUIBundle({
    spec: options.swaggerDoc,
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [${swaggerPlugin.toString()}],
    ...options.customOptions,
  });
};
`;

const OPTIONS = {
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  layout: 'BaseLayout', // omits the bar with the logo of Swagger
};
