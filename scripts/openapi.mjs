import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '../server/api-docs';
import { ROOT, runMain } from './lib/run.mjs';

/** Validates the API's document against OpenAPI 3.1, then writes it to dist/openapi.json. */
await runMain(async () => {
  const document = openApiDocument();
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) {
    console.error('The document is not valid OpenAPI 3.1:', JSON.stringify(errors, null, 2));
    return 1;
  }
  const file = path.join(ROOT, 'dist', 'openapi.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
  return 0;
});
