import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readCommands, type CommandSettings } from '#features/commands/contract/routes.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { useConfigureCommands } from '../query-commands.ts'
import { useCommandFailure } from '../send/use-command-failure.ts'
import { readTargets, writeTargets, type TargetEntry } from './target-entries.ts'

interface Entries {
  readonly enabled: boolean
  readonly targets: readonly TargetEntry[]
}

/**
 * What is entered of the settings, and the saving. `theirs` are the newest settings after somebody
 * else saved meanwhile: nothing is overwritten until they were chosen or passed over.
 */
export function useSettingsEditing(lesiId: string, settings: CommandSettings, onSaved: () => void) {
  const translate = useTranslations('commands.settings')
  const format = useFormat()
  const entriesOf = ({ enabled, targets }: CommandSettings): Entries => ({
    ...{ enabled, targets: writeTargets(targets, format.write) },
  })
  // What others change while the dialog is open comes in with `settings`, and is no base of these.
  const [version, setVersion] = useState(settings.version)
  const [entries, setEntries] = useState(() => entriesOf(settings))
  const [isDirty, setDirty] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<CommandSettings | null>(null)
  const latest = useLatest(entries)
  const { mutate, isPending } = useConfigureCommands(lesiId)
  const failureText = useCommandFailure()
  const discard = useUnsaved('command-settings', isDirty, () => null)
  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'conflict'))
      return setProblem(failureText(error))
    try {
      setTheirs((await call(readCommands, { params: { lesiId }, query: {} })).data.settings)
    } catch {
      setProblem(failureText(error))
    }
  }
  const send = (of: number) => {
    const read = readTargets(entries.targets, format.read)
    if ('problem' in read) return setProblem(translate(read.problem))
    mutate(
      { enabled: entries.enabled, targets: [...read.targets], version: of },
      {
        onSuccess: ({ data: saved }) => {
          toast('success', translate(saved.enabled ? 'savedOn' : 'savedOff'))
          setVersion(saved.version)
          // What is typed while the rest is saved stays, and is not saved.
          if (latest.current !== entries) return
          discard()
          onSaved()
        },
        onError: (error) => void refuse(error),
      },
    )
  }
  return {
    ...{ entries, isDirty, isPending, problem, discard },
    change(part: Partial<Entries>) {
      setEntries((before) => ({ ...before, ...part }))
      setDirty(true)
      setProblem(null)
    },
    save: () => send(version),
    theirs: theirs && {
      take() {
        setEntries(entriesOf(theirs))
        setVersion(theirs.version)
        setDirty(false)
        setTheirs(null)
      },
      overwrite() {
        setVersion(theirs.version)
        setTheirs(null)
        send(theirs.version)
      },
    },
  }
}
