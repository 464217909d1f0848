import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfiguredConnector } from '#features/connectors/contract/connector.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { connectorQuery } from '../list/query-connectors.ts'
import type { ConnectorEntries } from './entries.tsx'
import { useSaveConnector } from './use-save-connector.ts'

export const connectorForm = 'connector'

/** What a session that ended leaves: the entries without secrets, and what they started from. */
export interface InterruptedConnector {
  readonly entries: ConnectorEntries
  readonly base: ConfiguredConnector | null
}

export const entriesOf = ({ kind, name, settings }: ConfiguredConnector): ConnectorEntries => ({
  ...{ kind, name, settings, secrets: {} },
})

const noErrors: ReadonlyMap<string, string> = new Map()

/** What was changed since is not what the server refused. */
function withoutPaths(errors: ReadonlyMap<string, string>, paths: readonly string[]) {
  const isChanged = (path: string) =>
    paths.some((changed) => path === changed || path.startsWith(`${changed}.`))
  return new Map([...errors].filter(([path]) => !isChanged(path)))
}

/**
 * The entries of the form, what is wrong with them, and the saving. `theirs` is the newest state
 * after somebody else saved meanwhile: nothing is overwritten until it was chosen or passed over.
 */
export function useConnectorEditing(
  initial: InterruptedConnector,
  isTouched: boolean,
  onSaved: () => void,
) {
  const translate = useTranslations('connectors.form')
  const [entries, setEntries] = useState(initial.entries)
  const [base, setBase] = useState(initial.base)
  const [theirs, setTheirs] = useState<ConfiguredConnector | null>(null)
  const [isDirty, setDirty] = useState(isTouched)
  const [errors, setErrors] = useState(noErrors)
  const save = useSaveConnector()
  const showRefusal = useShowRefusal(base, setErrors, setTheirs)
  const markSaved = useUnsaved(connectorForm, isDirty, () => ({
    ...{ base, entries: { ...entries, secrets: {} } },
  }))
  const latest = useLatest(entries)
  const send = (version: number | null) => {
    if (save.isPending) return
    setErrors(noErrors)
    save.mutate(
      { id: base?.id ?? null, version, entries },
      {
        onSuccess: ({ data: saved }) => {
          toast('success', translate('saved'))
          // What is typed while the rest is saved stays, and is not saved.
          if (latest.current !== entries) return setBase(saved)
          setDirty(false)
          markSaved()
          onSaved()
        },
        onError: (error) => void showRefusal(error),
      },
    )
  }
  return {
    ...{ entries, base, errors, isDirty, isPending: save.isPending, showRefusal },
    discard: markSaved,
    /** `part` is made of what is entered by then: what was read of a file comes later. */
    change(
      part: (before: ConnectorEntries) => Partial<ConnectorEntries>,
      paths: readonly string[],
    ) {
      setDirty(true)
      setErrors((before) => withoutPaths(before, paths))
      setEntries((before) => ({ ...before, ...part(before) }))
    },
    save: () => send(base?.version ?? null),
    theirs: theirs && {
      take() {
        setEntries(entriesOf(theirs))
        setBase(theirs)
        setDirty(false)
        setTheirs(null)
      },
      overwrite() {
        setTheirs(null)
        send(theirs.version)
      },
    },
  }
}

/**
 * Shows why the server refused what was entered: at the fields that it names, else in a toast; an
 * edit conflict goes to `onConflict` with the newest state.
 */
function useShowRefusal(
  base: ConfiguredConnector | null,
  show: (errors: ReadonlyMap<string, string>) => void,
  onConflict: (newest: ConfiguredConnector) => void,
) {
  const textOf = useFieldErrorText()
  const client = useQueryClient()
  return async (failure: unknown) => {
    if (!(failure instanceof ApiError)) return showFailure(failure)
    if (failure.code === 'conflict' && base !== null) {
      const newest = await client.fetchQuery(connectorQuery(base.id)).catch(() => null)
      return newest === null ? showFailure(failure) : onConflict(newest.data)
    }
    const errors = Object.entries(failure.errors).map(
      ([path, reasons]) =>
        [path.replace(/^settings\./, ''), reasons.slice(0, 1).map(textOf).join('')] as const,
    )
    if (errors.length === 0) return showFailure(failure)
    show(new Map(errors))
  }
}
