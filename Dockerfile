# The service of `scorelite serve`, as an ordinary user, from a wheel that `scripts/check-wheel` has left in dist:
# docs/guides/service.md.
FROM python:3.13-slim
RUN --mount=type=bind,source=dist,target=/dist \
    python -m venv /opt/scorelite \
    && wheel=$(echo /dist/scorelite-*_"$(uname -m)".whl) \
    && /opt/scorelite/bin/pip install --no-cache-dir --only-binary :all: "${wheel}[all,serve,ascii,segments]" \
    && useradd --system --uid 10001 --no-create-home scorelite
ENV SCORELITE_CORE=native
USER 10001
WORKDIR /tmp
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD ["/opt/scorelite/bin/python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/v1/health', timeout=2)"]
ENTRYPOINT ["/opt/scorelite/bin/scorelite", "serve", "--host", "0.0.0.0"]
