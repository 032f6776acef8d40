# The image of `npm run release`, for those who build with Docker and have a registry. The layers are staged by the same program;
# a test compares the rest of this file with its tables in scripts/release/image.ts.
#
#   docker build --platform linux/amd64 --tag florin .
FROM --platform=$BUILDPLATFORM debian:13-slim AS stage
ARG TARGETARCH
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git mmdebstrap npm
WORKDIR /stage/checkout
COPY . .
# Installs the Node that Florin needs, in .tools.
RUN npm install --prefix .tools --no-save --no-audit --no-fund "node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@24.21.0" npm@11.19.1
ENV PATH=/stage/checkout/.tools/node_modules/.bin:$PATH
RUN node scripts/release/stage.ts /stage $TARGETARCH && mv /stage/base-$TARGETARCH /stage/base

FROM scratch
COPY --from=stage /stage/base /
COPY --from=stage --chown=10001:10001 /stage/base/var/lib/florin /var/lib/florin
COPY --from=stage /stage/packages /
COPY --from=stage /stage/app /
ENV NODE_ENV=production
ENV FLORIN_HOST=0.0.0.0
ENV FLORIN_METRICS_HOST=0.0.0.0
ENV MALLOC_ARENA_MAX=2
EXPOSE 8080 9090 9091
WORKDIR /app
USER 10001:10001
ENTRYPOINT ["/usr/bin/node", "--disable-sigusr1", "server/src/main.js"]
CMD ["api"]
