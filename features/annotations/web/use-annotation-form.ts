import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { instantOfText, localText } from '#kit/model/time/zone.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { Annotation } from '../contract/routes.ts'
import type { AnnotatedSensor } from './sensor-name.ts'
import { useSaveAnnotation, type AnnotationContent } from './change-annotations.ts'

/** As they are in the fields; times on the wall clock of the site, `to` empty for a moment. */
interface Entries {
  readonly sensor: number
  readonly from: string
  readonly to: string
  readonly text: string
}

/** What the form held when the session ended. */
export interface InterruptedAnnotation {
  readonly base: Annotation | null
  readonly start: AnnotationContent
  readonly version: number
  readonly entries: Entries
}

/** The form as what was not saved of it is kept by. */
export const annotationForm = 'annotation'

interface FormOptions {
  readonly sensors: readonly AnnotatedSensor[]
  readonly range: Range
  readonly timezone: string
  readonly picked: number | null
  readonly base: Annotation | null
  readonly current: Annotation | null
  readonly onClose: () => void
  readonly onAdded: () => void
  readonly interrupted: InterruptedAnnotation | undefined
}

export type AnnotationForm = ReturnType<typeof useAnnotationForm>

/** What is entered of an annotation, and what becomes of it. */
export function useAnnotationForm(options: FormOptions) {
  const { range, timezone, picked, base, interrupted } = options
  const onClose = useCloseOnce(options.onClose)
  const translate = useTranslations('annotations')
  const textOf = useFieldErrorText()
  const moment = picked ?? range.to
  const [start, setStart] = useState<AnnotationContent>(
    interrupted?.start ?? base ?? { from: moment, to: moment, text: '' },
  )
  const [version, setVersion] = useState(interrupted?.version ?? base?.version ?? 0)
  const entriesOf = (content: AnnotationContent): Entries => ({
    sensor: base?.sensorId ?? options.sensors[0]?.id ?? 0,
    from: localText(content.from, timezone),
    to: content.to === content.from ? '' : localText(content.to, timezone),
    text: content.text,
  })
  const [entries, setEntries] = useState(interrupted?.entries ?? (() => entriesOf(start)))
  const [problem, setProblem] = useState('')
  const [isConflict, setConflict] = useState(false)
  const isTouched = !isEqual(entries, entriesOf(start))
  const markSaved = useUnsaved(annotationForm, isTouched, (): InterruptedAnnotation => ({
    base,
    start,
    version,
    entries,
  }))
  const { mutate, isPending } = useSaveAnnotation()
  const send = (content: AnnotationContent, ofVersion: number) =>
    mutate(
      { ...content, sensor: entries.sensor, base: base && { id: base.id, version: ofVersion } },
      {
        onSuccess() {
          markSaved()
          if (base === null) options.onAdded()
          onClose()
        },
        onError: (error) => {
          const [reason] = error instanceof ApiError ? Object.values(error.errors).flat() : []
          if (reason) setProblem(textOf(reason))
          else if (error instanceof ApiError && error.code === 'conflict') setConflict(true)
          else void showFailure(error)
        },
      },
    )
  const submit = () => {
    if (isPending) return
    const content = contentOf(entries, start, timezone)
    const reason = problemOf(content)
    setProblem(reason ? translate(reason) : '')
    if (!reason) send(content, version)
  }
  const { current } = options
  return {
    entries,
    // What is under way is what stands there.
    change: (part: Partial<Entries>) =>
      isPending || setEntries((before) => ({ ...before, ...part })),
    problem,
    isPending,
    isTouched,
    /** Nothing that was entered is to be saved any more. */
    discard: markSaved,
    close: onClose,
    submit,
    conflict: isConflict &&
      current && {
        takeTheirs() {
          setStart(current)
          setEntries(entriesOf(current))
          setVersion(current.version)
          setConflict(false)
        },
        keepMine() {
          setConflict(false)
          setVersion(current.version)
          send(contentOf(entries, start, timezone), current.version)
        },
      },
  }
}

const isEqual = (one: Entries, other: Entries): boolean =>
  one.text === other.text &&
  one.from === other.from &&
  one.to === other.to &&
  one.sensor === other.sensor

/** What nobody has touched in its field keeps its seconds. */
function contentOf(
  { from, to, text }: Entries,
  start: AnnotationContent,
  timezone: string,
): AnnotationContent {
  const timeOf = (entered: string, before: number) =>
    entered === localText(before, timezone) ? before : (instantOfText(entered, timezone) ?? NaN)
  const begin = timeOf(from, start.from)
  return { from: begin, to: to === '' ? begin : timeOf(to, start.to), text: text.trim() }
}

function problemOf({ from, to, text }: AnnotationContent): 'noText' | 'noTime' | 'order' | null {
  if (text === '') return 'noText'
  if (Number.isNaN(from) || Number.isNaN(to)) return 'noTime'
  return to < from ? 'order' : null
}
