import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { hasVisible } from '#kit/model/text/visible.ts'
import { annotationGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** Characters of what an annotation says. */
export const maximumAnnotationText = 500
/** Annotations of one sensor. */
export const maximumAnnotations = 5_000
/** Annotations that one reply lists; of more the newest. */
export const maximumListed = 500
/** Sensors that one call asks for. */
export const maximumAnnotatedSensors = 100

const SensorId = z.int().min(1).max(2_147_483_647)

export const Annotation = z.object({
  id: z.int(),
  sensorId: z.int(),
  /** ms UTC; of a moment both are the same. */
  from: z.number(),
  to: z.number(),
  text: z.string(),
  /** Grows with every change; a change names the version that it started from. */
  version: z.int32(),
  /** Who wrote it; null: an account that is gone. */
  author: z.string().nullable(),
  createdAt: z.number(),
  /** The last change; null: there was none. `by` null: an account that is gone. */
  changed: z.object({ by: z.string().nullable(), at: z.number() }).nullable(),
  /** Whether the caller may change and remove it. */
  mayChange: z.boolean(),
})
export type Annotation = z.infer<typeof Annotation>

const content = {
  from: Moment,
  /** Of a moment the same as `from`. */
  to: Moment,
  text: z
    .string()
    .trim()
    .max(maximumAnnotationText)
    .refine(hasVisible, rule(fieldError('required'))),
}
const isOrdered = ({ from, to }: { from: number; to: number }) => from <= to
const ordered = { path: ['to'], ...rule(fieldError('end_before_start')) }

const AnnotationId = z.object({ id: z.coerce.number().pipe(SensorId) })

export const listAnnotations = defineRoute({
  method: 'POST',
  path: '/api/annotations/list',
  summary: 'What was noted on sensors within a span of time, oldest first; of too many the newest',
  gate: warRoomGate,
  changesNothing: true,
  body: z
    .object({ sensors: z.array(SensorId).max(maximumAnnotatedSensors), from: Moment, to: Moment })
    .refine(isOrdered, ordered),
  reply: dataOf(
    z.object({
      annotations: z.array(Annotation),
      /** Whether older ones are left out. */
      isCut: z.boolean(),
      /** Whether the caller may add others. */
      mayAdd: z.boolean(),
    }),
  ),
})

export const addAnnotation = defineRoute({
  method: 'POST',
  path: '/api/annotations',
  summary: 'Says something about a moment or a span of time of a sensor',
  isMadeOnce: true,
  gate: annotationGate,
  body: z.object({ sensor: SensorId, ...content }).refine(isOrdered, ordered),
  reply: dataOf(z.object({ id: z.int() })),
})

export const updateAnnotation = defineRoute({
  method: 'PUT',
  path: '/api/annotations/:id',
  summary: 'Changes an annotation; 409 where somebody else has changed it since that version',
  isMadeOnce: true,
  gate: annotationGate,
  params: AnnotationId,
  body: z.object({ version: z.int32().min(1), ...content }).refine(isOrdered, ordered),
})

export const removeAnnotation = defineRoute({
  method: 'DELETE',
  path: '/api/annotations/:id',
  summary: 'Removes an annotation',
  gate: annotationGate,
  params: AnnotationId,
})
