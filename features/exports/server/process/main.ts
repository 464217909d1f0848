import { answerRequests } from '#kit/server/process/answer-requests.ts'
import { FileWriter } from './file-writer.ts'
import type { Answer, WriterRequest } from './messages.ts'

const writer = new FileWriter()

answerRequests<WriterRequest, Answer>(
  (request) => writer.execute(request),
  (error) => {
    const isDisk =
      error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { type: 'failed', reason: isDisk ? 'disk' : 'defect', message: message.slice(0, 2_000) }
  },
)
