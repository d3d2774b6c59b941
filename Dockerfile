# One image for all processes, which the command selects. Contains no PostgreSQL: DATABASE_URL and APP_SECRET are required.

ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY console/package.json console/
COPY embed/package.json embed/
RUN npm ci
COPY nest-cli.json .swcrc tsconfig.json openapi.json ./
COPY src src
COPY client client
COPY console console
COPY embed embed
COPY scripts/build-command.mjs scripts/build-if-changed.mjs scripts/check-node.mjs scripts/notice.mjs scripts/notices.mjs scripts/
# Then only what the service runs with stays of the packages; those of PostgreSQL are optional.
RUN npm run notice && npm run build && npm prune --omit=dev --omit=optional

FROM ${NODE_IMAGE}
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title=form-collection-service \
  org.opencontainers.image.version=0.1.0 \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.source=$SOURCE \
  org.opencontainers.image.licenses=UNLICENSED
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/package.json /app/openapi.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/console/dist console/dist
COPY --from=build /app/embed/dist embed/dist
COPY --from=build /app/dist dist
COPY --from=build /app/THIRD-PARTY-NOTICES ./
# For "npm run cli" and "npm run migrate", which build where there are sources.
COPY scripts/build-if-changed.mjs scripts/check-node.mjs scripts/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Bash takes 3 ms for what would take Node 60 ms. Docker asks every five seconds until the first success.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
# The API. dist/worker.js is a worker, dist/standalone.js both in one process, dist/cli.js the operator's commands.
CMD ["node", "dist/main.js"]
