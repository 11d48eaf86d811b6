// The browsable API: Swagger UI over our schema, under the account that is signed in.
const place = document.getElementById("api-docs");

function withCsrfToken(request) {
  if (!["GET", "HEAD"].includes(request.method ?? "GET")) {
    request.headers["X-CSRFToken"] = place.dataset.csrf;
  }
  return request;
}

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: false, // a token does not belong into the browser's storage
  validatorUrl: null, // asks nobody else
  requestInterceptor: withCsrfToken,
});
