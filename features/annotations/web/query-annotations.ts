import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Range } from '#kit/model/period.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useHub } from '#kit/web/live/index.ts'
import {
  addAnnotation,
  listAnnotations,
  removeAnnotation,
  updateAnnotation,
  type Annotation,
} from '../contract/routes.ts'

/** What an annotation says; of a moment both times are the same, ms UTC. */
export type AnnotationContent = Pick<Annotation, 'from' | 'to' | 'text'>

/** What was said of these sensors in a span of time; it follows what others say. */
export function useAnnotations(sensors: readonly number[], { from, to }: Range) {
  const client = useQueryClient()
  const hub = useHub()
  const list = sensors.join()
  useEffect(() => {
    const shown = new Set(list.split(',').map(Number))
    return hub.watchCatalogue((update) => {
      const isOther =
        update === 'reload' || update.annotatedSensors.some((sensorId) => shown.has(sensorId))
      if (isOther) void invalidate(client, listAnnotations)
    })
  }, [client, hub, list])
  return useQuery({
    ...queryOf(listAnnotations, {
      body: { sensors: [...sensors], from: Math.floor(from), to: Math.ceil(to) },
    }),
    select: replyData,
    // A period that grows keeps what was there before.
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
}

interface Saved extends AnnotationContent {
  readonly sensor: number
  /** What is changed; null: it is another one. */
  readonly base: Pick<Annotation, 'id' | 'version'> | null
}

/** Adds or changes one; the form shows what is refused. */
export function useSaveAnnotation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ sensor, base, ...content }: Saved) => {
      if (base === null) await call(addAnnotation, { body: { sensor, ...content } })
      else
        await call(updateAnnotation, {
          params: { id: base.id },
          body: { version: base.version, ...content },
        })
    },
    onSettled: () => invalidate(client, listAnnotations),
    meta: { quiet: true },
  })
}

export function useRemoveAnnotation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(removeAnnotation, { params: { id } }),
    onSettled: () => invalidate(client, listAnnotations),
  })
}
