import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import {
  calculationForm,
  inputNameOf,
  inputsOf,
  repeatedName,
  type CalculationEntries,
} from './entries.ts'
import { useSaveCalculations } from './use-changes.ts'
import { useOvertaken } from './use-overtaken.ts'
import { useRefusals } from './use-refusals.ts'

/** What is selected in the text of the expression. */
interface Cursor {
  readonly start: number
  readonly end: number
}

/** What somebody writes about one calculated sensor until it is saved. */
export function useCalculationEditing(
  first: CalculationEntries,
  isInterrupted: boolean,
  onDone: () => void,
) {
  const translate = useTranslations('sensors.calculations')
  const [entries, setEntries] = useState(first)
  const [isDirty, setDirty] = useState(isInterrupted)
  const refusals = useRefusals()
  const { mutate, isPending } = useSaveCalculations()
  const markSaved = useUnsaved(calculationForm, isDirty, () => entries)
  /** Where the next sensor goes; null: to the end. */
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const change = (changed: Partial<CalculationEntries>) => {
    setEntries((before) => ({ ...before, ...changed }))
    setDirty(true)
    refusals.clear()
  }
  const insert = (sensor: Sensor) => {
    const { entries: inserted, behind } = withSensor(entries, sensor, cursor)
    change(inserted)
    setCursor({ start: behind, end: behind })
  }
  const latest = useLatest(entries)
  const { theirs, ...overtaken } = useOvertaken()
  const send = (sent: CalculationEntries) => {
    const { thing, key, unit, expression, inputs, before } = sent
    const named = inputsOf(inputs)
    const fresh = before ? {} : { unit: unit.trim() }
    const stored = { expression: expression.trim(), inputs: named }
    const calculation = { key: key.trim(), ...stored, before, ...fresh }
    const onSuccess = () => {
      toast('success', translate('saved', { sensor: isolated(key.trim()) }))
      // What is typed while the rest is saved stays, and is not saved.
      if (latest.current !== entries) return setEntries((now) => ({ ...now, before: stored }))
      setDirty(false)
      markSaved()
      onDone()
    }
    const onError = (failure: unknown) =>
      refusals.take(failure) || void overtaken.show(failure, sent)
    mutate([{ thing: thing ?? '', ...calculation }], { onSuccess, onError })
  }
  const save = () => {
    const { thing, key, expression, inputs } = entries
    if (isPending) return
    if (thing === null) return refusals.refuse('thing', 'required')
    if (key.trim() === '') return refusals.refuse('key', 'required')
    if (expression.trim() === '') return refusals.refuse('expression', 'required')
    const repeated = repeatedName(inputs)
    if (repeated !== undefined) return refusals.refuse(`inputs.${repeated}`, 'repeated')
    send(entries)
  }
  const conflict = theirs !== undefined && {
    take: () => {
      overtaken.clear()
      setDirty(false)
      if (theirs) setEntries(theirs)
      else onDone()
    },
    overwrite: () => {
      overtaken.clear()
      send({ ...entries, before: theirs?.before ?? null })
    },
  }
  return {
    entries,
    refusals,
    conflict,
    setCursor,
    isDirty,
    isPending,
    change,
    insert,
    save,
    discard: markSaved,
  }
}

/**
 * The entries with a sensor at the place of the cursor, under the name that it has already or gets
 * now, and the place behind it.
 */
function withSensor(
  { expression, inputs, thing }: CalculationEntries,
  { lesiId, key }: Sensor,
  cursor: Cursor | null,
) {
  const present = inputs.find((input) => input.thing === lesiId && input.key === key)
  const taken = inputs.map((input) => input.name)
  const name = present?.name ?? inputNameOf(key, taken)
  const before = expression.slice(0, cursor?.start)
  const after = cursor ? expression.slice(cursor.end) : ''
  const entries = {
    expression: before + name + after,
    inputs: present ? inputs : [...inputs, { name, thing: lesiId, key }],
    thing: thing ?? lesiId,
  }
  return { entries, behind: before.length + name.length }
}
