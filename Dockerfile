# The versions of all images stand in the FROM lines of this file; docker-compose.yml builds its database from the first.
FROM postgres:17-bookworm AS database

# The program, then only what it needs to run: libpq, OpenSSL, libcurl, libxml2, libarchive, libqrencode, libunistring, zlib, zstd,
# vipsthumbnail, and PostgreSQL's client programs.
FROM swift:6.3-bookworm AS builder
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    libarchive-dev libcurl4-openssl-dev libpq-dev libqrencode-dev libssl-dev libunistring-dev libxml2-dev \
    libzstd-dev pkg-config zlib1g-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Plugins Plugins
COPY Sources Sources
COPY Tests Tests
COPY Locales Locales
COPY Views Views
RUN swift build -c release --product foyer \
  && install -D --strip "$(swift build -c release --show-bin-path)/foyer" /out/foyer

# The same file and the same hash as in bin/setup.
FROM python:3.13-slim-bookworm AS htmx
WORKDIR /htmx
RUN pip download --no-cache-dir --no-deps django-htmx==1.29.0 \
  && python -m zipfile -e django_htmx-*.whl . \
  && mv django_htmx/static/django_htmx/htmx-2.min.js htmx.min.js \
  && echo "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de  htmx.min.js" | sha256sum --check

# pg_dump, pg_restore and psql of the database's version, for backups: older ones refuse its server.
FROM database AS postgres
RUN mkdir -p /out/bin /out/lib \
  && cp /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore /usr/lib/postgresql/*/bin/psql /out/bin \
  && cp -L /usr/lib/*-linux-gnu/libpq.so.5 /out/lib

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates libarchive13 libcurl4 liblz4-1 libpq5 libqrencode4 libreadline8 libssl3 libstdc++6 libunistring2 \
    libvips-tools libxml2 libzstd1 tesseract-ocr tesseract-ocr-fra tesseract-ocr-kor tesseract-ocr-rus zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --home-dir /var/lib/foyer --create-home --shell /usr/sbin/nologin foyer \
  && install -d -o foyer -g foyer -m 700 /backups
COPY --from=postgres /out /usr/local
# The libpq of /usr/local/lib, which these programs need, then comes first.
RUN ldconfig
COPY --from=builder /out/foyer /usr/local/bin/foyer
COPY migrations /usr/local/share/foyer/migrations
COPY Demo/*.webp /usr/local/share/foyer/Demo/
COPY Cookbook /usr/local/share/foyer/Cookbook
COPY Public /usr/local/share/foyer/Public
COPY --from=htmx --chmod=644 /htmx/htmx.min.js /usr/local/share/foyer/Public/vendor/htmx.min.js
USER 10001:10001
WORKDIR /var/lib/foyer
ENV FOYER_LISTEN=0.0.0.0:8080 FOYER_DATA=/var/lib/foyer
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["foyer", "doctor", "--url", "http://127.0.0.1:8080/readyz"]
ENTRYPOINT ["foyer"]
CMD ["serve"]
