import { z } from 'zod'
import { dataOf, listOf } from '#kit/model/calls/envelope.ts'
import { LesiId } from '#kit/model/device.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import {
  CalculatedSensor,
  CalculationState,
  Inputs,
  maximumCalculations,
  maximumExpressionLength,
  maximumSaved,
  NewCalculation,
} from './calculation.ts'

export const listCalculations = defineRoute({
  method: 'GET',
  path: '/api/calculations',
  summary: 'A page of the calculated sensors that the caller may configure, with what each gives',
  gate: scadaGate,
  query: z.object({
    page: z.coerce.number().int().min(1).max(maximumCalculations).default(1),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
  }),
  reply: listOf(CalculatedSensor),
})

export const tryCalculation = defineRoute({
  method: 'POST',
  path: '/api/calculations/try',
  summary: 'What an expression gives with the present values of its inputs; nothing is stored',
  gate: scadaGate,
  changesNothing: true,
  body: z.strictObject({
    thing: LesiId,
    expression: z.string().max(maximumExpressionLength),
    inputs: Inputs,
  }),
  reply: dataOf(CalculationState),
})

export const saveCalculations = defineRoute({
  method: 'PUT',
  path: '/api/calculations',
  summary: 'Adds calculated sensors or changes their calculations, all of them or none',
  gate: scadaGate,
  body: z.strictObject({
    calculations: z.array(NewCalculation).min(1).max(maximumSaved),
  }),
  reply: dataOf(z.object({ ids: z.array(z.int()) })),
})

export const endCalculation = defineRoute({
  method: 'DELETE',
  path: '/api/calculations/:id',
  summary: 'Ends a calculation; the sensor and what is stored of it stay',
  gate: scadaGate,
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  reply: dataOf(z.object({ id: z.int() })),
})
