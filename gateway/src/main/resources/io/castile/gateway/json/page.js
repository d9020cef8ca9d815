// Shows the operations of the document beside this page, and sends requests to them.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#operations",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  queryConfigEnabled: false,
});
