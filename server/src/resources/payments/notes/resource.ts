import type { Resource } from '#resources/resource.ts'
import { redactNotes } from './redact.ts'
import { noteRoutes } from './routes.ts'

export const notes: Resource = { routes: noteRoutes, redact: redactNotes }
