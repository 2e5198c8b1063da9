export { counted, type Due, givenBack, held, type Weighed, weighed } from './meter.ts';
