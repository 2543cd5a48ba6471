import js from "@eslint/js";
import { defineConfig } from "eslint/config";

export default defineConfig([
  {
    files: ["tilery/web/scripts/**/*.js"],
    extends: [js.configs.recommended],
    rules: {
      "array-callback-return": "error",
      "arrow-body-style": "error",
      complexity: ["error", 15],
      "default-param-last": "error",
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-undef": "off", // TypeScript's checker knows better
      "no-unneeded-ternary": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-destructuring": ["error", { AssignmentExpression: { array: false, object: false } }],
      "prefer-template": "error",
    },
  },
]);
