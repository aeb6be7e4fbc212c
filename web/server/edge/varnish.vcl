# Varnish in front of the site: pages stay here until their content changes. Requires Varnish 7 with
# xkey (varnish-modules), started with `-p http_gzip_support=off`, because the site compresses.
vcl 4.1;

import std;
import xkey;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = {
    .url = "/saude/pronto";
    .interval = 2s;
    .timeout = 2s;
    .window = 2;
    .threshold = 1;
    .initial = 2;
  }
}

# Addresses of the copies of the site.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403, "Forbidden"));
    }
    set req.http.purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged " + req.http.purged));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Event streams, and requests of editors with drafts.
  if (req.url ~ "^/(_ao-vivo|api|saude)" || req.http.Cookie ~ "payser-preview=") {
    return (pass);
  }
  unset req.http.Cookie;
  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
    set beresp.ttl = std.duration(
      regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    set beresp.grace = 30s;
    set beresp.keep = 0s;
    return (deliver);
  }
  # Files whose names contain a content hash.
  if (beresp.http.Cache-Control ~ "immutable" && beresp.status == 200) {
    return (deliver);
  }
  # Other answers are not cached, because some contain personal data. Varnish remembers for 120 s that it must not
  # cache.
  set beresp.ttl = 120s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Control;
}
