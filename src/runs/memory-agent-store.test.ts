import { describeAgentStore } from '../../test/runs/agent-conformance.ts';
import { MemoryAgentStore } from './memory-agent-store.ts';

describeAgentStore('agents in memory', () => Promise.resolve(new MemoryAgentStore()));
