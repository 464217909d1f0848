import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { Quality } from '#kit/model/quality.ts'
import { SensorType } from '#kit/model/sensor.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

export const maximumExpressionLength = 1_000
export const maximumInputs = 20
/** Calculated sensors of the whole installation. */
export const maximumCalculations = 10_000
/** A calculated sensor may be the input of another, so many times over. */
export const maximumLevels = 10
/** Calculations that one call saves. */
export const maximumSaved = 1_000

/** A sensor by its device and key. */
export const SensorName = z.strictObject({
  thing: LesiId,
  key: z.string().min(1).max(maximumKeyLength),
})
export type SensorName = z.infer<typeof SensorName>

const inputName = /^[a-zA-Z][a-zA-Z0-9_]{0,31}$/

/** What an input is called in the expression. */
export const InputName = z
  .string()
  .refine((text) => inputName.test(text), rule(fieldError('input_name')))

/** The sensors of an expression, by their names in it. */
export const Inputs = z.record(InputName, SensorName)
export type Inputs = z.infer<typeof Inputs>

export const Expression = z.string().trim().min(1).max(maximumExpressionLength)

/**
 * Why a calculated sensor has no number: an input is none, has none, is bad, too old, or of a
 * device that is offline; the result is no number (0 ÷ 0, a word) or too great (1 ÷ 0).
 */
export const calculationProblems = [
  'input_missing',
  'input_without_value',
  'input_bad',
  'input_stale',
  'input_offline',
  'not_a_number',
  'infinite',
] as const
export const CalculationProblem = z.object({
  code: z.enum(calculationProblems),
  /** The input that it is about; empty: the result. */
  input: z.string(),
})
export type CalculationProblem = z.infer<typeof CalculationProblem>

/** What a calculation gives now. */
export const CalculationState = z.object({
  value: z.union([z.number(), z.string()]).nullable(),
  quality: Quality,
  /** Of the newest input, ms UTC; null: no input has a value. */
  time: z.number().nullable(),
  problem: CalculationProblem.nullable(),
})
export type CalculationState = z.infer<typeof CalculationState>

/** A calculated sensor as people see it who may configure it. */
export const CalculatedSensor = z.object({
  id: z.int(),
  thing: z.string(),
  key: z.string(),
  alias: z.string(),
  type: SensorType,
  unit: z.string(),
  expression: z.string(),
  /** What the reader may not see is named `***`. */
  inputs: z.record(z.string(), z.object({ thing: z.string(), key: z.string() })),
  state: CalculationState,
})
export type CalculatedSensor = z.infer<typeof CalculatedSensor>

const CalculationBefore = z.strictObject({
  expression: z.string().max(maximumExpressionLength),
  inputs: z.record(z.string().max(32), z.strictObject({ thing: z.string(), key: z.string() })),
})
export type CalculationBefore = z.infer<typeof CalculationBefore>

/** A calculated sensor as it is to be; what is left out of a new one is as for any sensor. */
export const NewCalculation = z.strictObject({
  ...SensorName.shape,
  alias: oneLine(128).min(1).optional(),
  type: SensorType.optional(),
  unit: oneLine(32).optional(),
  decimals: z.int().min(0).max(9).optional(),
  expression: Expression,
  inputs: Inputs,
  /**
   * What was listed of it when its edit began; null: there was none. Where it is another one by
   * now, nothing is saved. Left out: what is stored is replaced, whatever it is.
   */
  before: CalculationBefore.nullable().optional(),
})
export type NewCalculation = z.infer<typeof NewCalculation>
