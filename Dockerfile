# One image for all processes, which the command selects. Contains no PostgreSQL: DATABASE_URL and APP_SECRET are required.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.migrations.json ./
COPY src src
COPY migrations migrations
COPY scripts/bundle.mjs scripts/build-if-needed.mjs scripts/
RUN npm run build && npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim
# The young generation may have 24 MB instead of the 96 MB and more that Node 24 takes under load.
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# For "npm run cli" and "npm run migrate", which run what is in dist.
COPY scripts/start.mjs scripts/build-if-needed.mjs scripts/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# The API. dist/worker.js is a worker, dist/standalone.js both in one process, dist/cli.js the operator's commands.
CMD ["node", "dist/main.js"]
