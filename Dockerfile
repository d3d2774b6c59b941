# One image for all processes, which the command selects. Contains no PostgreSQL: DATABASE_URL and APP_SECRET are required.

ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.migrations.json openapi.json ./
COPY src src
COPY migrations migrations
COPY client/src client/src
COPY scripts/build.mjs scripts/compile.mjs scripts/bundle.mjs scripts/build-if-needed.mjs scripts/
COPY scripts/bundle scripts/bundle
COPY scripts/notice.mjs scripts/
RUN npm run notice
# Only Swagger UI is read as files: everything else that the service needs is in dist.
RUN npm run build && cd node_modules/swagger-ui-dist && rm -f *.map *es-bundle*
# Node keeps compiled code for each user by number. The image runs as "node", with number 1000.
RUN for cache in dist/.compile-cache/*-0; do mv "$cache" "${cache%-0}-1000"; done && chmod -R a+rX dist/.compile-cache

FROM ${NODE_IMAGE}
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title=form-collection-service \
  org.opencontainers.image.version=0.1.0 \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.source=$SOURCE \
  org.opencontainers.image.licenses=UNLICENSED
# The young generation may have 24 MB instead of the 96 MB and more that Node 24 takes under load, and the threads share two heaps of the C
# library instead of having one each.
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules/swagger-ui-dist node_modules/swagger-ui-dist
COPY --from=build /app/dist dist
COPY --from=build /app/THIRD-PARTY-NOTICES ./
# For "npm run cli" and "npm run migrate", which run what is in dist.
COPY scripts/start.mjs scripts/build-if-needed.mjs scripts/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Bash takes 3 ms for what would take Node 60 ms. Docker asks every five seconds until the first success.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
# The API. dist/worker.js is a worker, dist/standalone.js both in one process, dist/cli.js the operator's commands.
CMD ["node", "dist/main.js"]
