import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import {
  addAnnotation,
  listAnnotations,
  removeAnnotation,
  updateAnnotation,
  type Annotation,
} from '../contract/routes.ts'

/** What an annotation says; of a moment both times are the same, ms UTC. */
export type AnnotationContent = Pick<Annotation, 'from' | 'to' | 'text'>

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
