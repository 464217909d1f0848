import { pino } from 'pino'
import { openDataDirectory } from '#kit/server/data-directory/data-directory.ts'

// Takes the data directory given, says "held" or why it could not, and stays while it holds it.
const [path = ''] = process.argv.slice(2)
try {
  await openDataDirectory(path, pino({ level: 'silent' }))
  console.log('held')
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
}
