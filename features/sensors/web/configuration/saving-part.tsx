import { App } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changesOf } from './draft/draft.ts'
import { SaveBar } from './save-bar.tsx'
import type { useEditing } from './use-editing.ts'
import { useTypeWarning } from './use-type-warning.tsx'

interface SavingPartProps {
  readonly editing: ReturnType<typeof useEditing>
  readonly onShowWrong: () => void
}

/** The saving and the discarding of what is changed, each with its question. */
export function SavingPart({ editing, onShowWrong }: SavingPartProps) {
  const translate = useTranslations('sensors.configuration')
  const { modal } = App.useApp()
  const { draft, wrong, saving } = editing
  const confirmTypes = useTypeWarning()
  // Until the question is answered nothing is under way that the mutation would say.
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (isSaving || saving.isPending) return
    const changes = changesOf(draft)
    setSaving(true)
    try {
      if (await confirmTypes(draft, changes)) await saving.save(changes)
    } finally {
      setSaving(false)
    }
  }
  const discard = () =>
    void modal.confirm({
      title: translate('discardTitle', { count: draft.size }),
      okText: translate('discard'),
      icon: null,
      onOk: editing.discard,
    })
  return (
    <SaveBar
      changed={draft.size}
      wrong={wrong.length}
      isSaving={isSaving || saving.isPending}
      onShowWrong={onShowWrong}
      onDiscard={discard}
      onSave={() => void save()}
    />
  )
}
