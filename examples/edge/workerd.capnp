# Runs the worker on this machine, in the runtime of Cloudflare Workers. `workerd serve workerd.capnp` listens at 127.0.0.1:8787.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "proxy", worker = .proxy),
    # "private" is for a service on this machine.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "proxy")],
);

const proxy :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-11-01",
  # The variables of the proxy. One that is not set is left out.
  bindings = [
    (name = "LOYALTY_BASE_URL", fromEnvironment = "LOYALTY_BASE_URL"),
    (name = "LOYALTY_CLIENT_ID", fromEnvironment = "LOYALTY_CLIENT_ID"),
    (name = "LOYALTY_CLIENT_SECRET", fromEnvironment = "LOYALTY_CLIENT_SECRET"),
    (name = "LOYALTY_USERNAME", fromEnvironment = "LOYALTY_USERNAME"),
    (name = "LOYALTY_PASSWORD", fromEnvironment = "LOYALTY_PASSWORD"),
    (name = "LOYALTY_SCOPES", fromEnvironment = "LOYALTY_SCOPES"),
    (name = "LOYALTY_SHOP_SECRET", fromEnvironment = "LOYALTY_SHOP_SECRET"),
    (name = "LOYALTY_PLATFORM", fromEnvironment = "LOYALTY_PLATFORM"),
    (name = "LOYALTY_ORIGINS", fromEnvironment = "LOYALTY_ORIGINS"),
    (name = "UPSTASH_REDIS_REST_URL", fromEnvironment = "UPSTASH_REDIS_REST_URL"),
    (name = "UPSTASH_REDIS_REST_TOKEN", fromEnvironment = "UPSTASH_REDIS_REST_TOKEN"),
    (name = "PLATFORM_LOGIN_URL", fromEnvironment = "PLATFORM_LOGIN_URL"),
    (name = "PLATFORM_CUSTOMER_URL", fromEnvironment = "PLATFORM_CUSTOMER_URL"),
    (name = "PLATFORM_AUTHORIZATION", fromEnvironment = "PLATFORM_AUTHORIZATION"),
    (name = "DEMO_CUSTOMERS", fromEnvironment = "DEMO_CUSTOMERS"),
  ],
);
