# The service of `scorelite serve`, as an ordinary user: docs/guides/service.md.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
ENV SCORELITE_REQUIRE_NATIVE=1
RUN python -m venv /opt/scorelite && /opt/scorelite/bin/pip install --no-cache-dir '.[serve,ascii,segments]'

FROM python:3.13-slim
COPY --from=build /opt/scorelite /opt/scorelite
RUN useradd --system --uid 10001 --no-create-home scorelite
USER 10001
WORKDIR /tmp
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD ["/opt/scorelite/bin/python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/v1/health', timeout=2)"]
ENTRYPOINT ["/opt/scorelite/bin/scorelite", "serve", "--host", "0.0.0.0"]
