import { z } from 'zod';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { ENDPOINTS, type Endpoint } from '#shared/contracts/endpoints';
import { COMMON_ERRORS } from '#shared/contracts/errors';
import { may, type Permission, ROLES } from '#shared/domain/permissions';

type Json = Record<string, unknown>;

/**
 * Builds the OpenAPI 3.1 document of the API from the contract's endpoints.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export const openApiDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Festival Awards',
    version: '1',
    description:
      'Amounts are integers in minor units next to their currency; XAF has none. Instants are ISO 8601. Errors have a message, a code and, for invalid fields, issues.',
  },
  servers: [{ url: '/' }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: paths(),
  components: {
    schemas: { Error: ERROR_SCHEMA },
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
  },
});

const TAGS = { public: 'For everybody', admin: 'For the team, signed in, by role' };

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    paymentId: { type: 'string', format: 'uuid' },
    promptLapsesInMs: { type: 'integer' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

function paths(): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const [method = '', path = ''] = name.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = operationOf(name, path, endpoint);
    found[template] = { ...found[template], [method.toLowerCase()]: operation };
  }
  return found;
}

function operationOf(name: string, path: string, endpoint: Endpoint): Json {
  const { body, permission } = endpoint;
  return {
    operationId: name.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: endpoint.summary,
    tags: [permission ? 'admin' : 'public'],
    ...(permission ? { ...requiredRoles(permission), security: [{ session: [] }] } : {}),
    parameters: [
      ...pathParameters(path, endpoint.params),
      ...parametersIn('query', endpoint.query),
      ...parametersIn('header', endpoint.headers),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(body, 'input') } } : {}),
    responses: {
      [endpoint.answer === null ? 204 : (endpoint.status ?? 200)]: {
        description: 'Done',
        ...(endpoint.answer ? { content: contentOf(endpoint.answer, 'output') } : {}),
      },
      default: {
        description: `Refused, with one of the codes ${[...(endpoint.errors ?? []), ...COMMON_ERRORS].join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const requiredRoles = (permission: Permission) => ({
  description: `For the roles ${ROLES.filter((role) => may(role, permission)).join(', ')}`,
});

function contentOf(body: z.ZodType | string, io: 'input' | 'output'): Json {
  return typeof body === 'string'
    ? { [body]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(body, io) } };
}

/** The input of a transform cannot be derived; such a field allows anything. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersIn(place: 'query' | 'header' | 'path', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function pathParameters(path: string, params: z.ZodType | undefined): Json[] {
  const parameters = parametersIn('path', params);
  if (!path.includes(':provider')) return parameters;
  const names = PAYMENT_ADAPTERS.mobileMoney.map(({ name }) => name);
  const provider = { name: 'provider', in: 'path', required: true, schema: { enum: names } };
  return [provider, ...parameters];
}
