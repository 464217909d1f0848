import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Writes replies as JSON, without any field that their schema does not declare; what does not fit
 * the schema throws. The schema is compiled at the first reply. The type provider's own compiler
 * encodes, for which zod has nothing compiled and looks at each value twice; it is the same where
 * nothing is transformed, and nothing of a reply is (RT8).
 */
export const serializeReply: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  let compiled: z.ZodType | undefined
  return (data: unknown) => {
    compiled ??= z.compile(schema)
    const result = compiled.safeParse(data)
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error })
    return JSON.stringify(result.data)
  }
}
