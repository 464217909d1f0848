import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Panel } from '#kit/ui/panel/panel.tsx'
import { showFailure } from '#kit/web/calls/query.ts'
import { queriesOf } from '#kit/web/calls/query-of.ts'
import { usePanelTexts } from '#kit/web/panel/use-panel-texts.ts'
import { analyseAlarms } from '../../contract/analysis/routes.ts'

interface AnalysisPanelProps {
  readonly title: string
  readonly note?: string | undefined
  readonly className?: string
  /** Whether it may fill the screen. */
  readonly fullscreen?: boolean
  readonly children: ReactNode
}

/** A part of the analysis, which is refreshed, reduced to its head, or fills the screen. */
export function AnalysisPanel({ title, note, fullscreen = true, ...rest }: AnalysisPanelProps) {
  const texts = usePanelTexts()
  const [isRefreshing, refresh] = useRefresh()
  return (
    <Panel
      {...{ title, texts, fullscreen, ...rest }}
      {...(note !== undefined && { subTitle: note })}
      loading={isRefreshing}
      onRefresh={() => void refresh()}
      collapse
      shadow="hover"
      translateY={2}
    />
  )
}

/** Counts again; whoever asked for it reads when that fails, and keeps the figures of before. */
function useRefresh() {
  const client = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    const shown = { ...queriesOf(analyseAlarms), type: 'active' } as const
    await client.refetchQueries(shown, { throwOnError: true }).catch(showFailure)
    setRefreshing(false)
  }
  return [isRefreshing, refresh] as const
}
