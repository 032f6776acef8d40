/** Variables that every child process inherits: where programs are, and how the program loads faster. */
export function childEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  return {
    PATH,
    NODE_NO_WARNINGS: '1',
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}),
  }
}
